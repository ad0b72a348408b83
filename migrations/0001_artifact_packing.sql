-- Written by hand: drizzle-kit knows no triggers. An artifact that was stored as it came may be compressed afterwards, once;
-- what it is, whose it is and since when stays, and every other change is refused as before.
DROP TRIGGER artifact_no_update;
--> statement-breakpoint
CREATE TRIGGER artifact_no_update BEFORE UPDATE ON artifact
WHEN NOT (OLD.encoding = 'raw' AND NEW.encoding = 'deflate' AND length(NEW.content) < length(OLD.content)
  AND NEW.rowid = OLD.rowid AND NEW.workspace = OLD.workspace AND NEW.sha256 = OLD.sha256 AND NEW.size = OLD.size
  AND NEW.stored_at = OLD.stored_at)
BEGIN SELECT RAISE(ABORT, 'artifacts are only ever added'); END;
