/**
 * What has the same key, under it: keys in the order in which they first came, members in the order given.
 *
 * @example groupBy(["pass", "fail", "probe"], (kind) => kind[0]) // Map { "p" => ["pass", "probe"], "f" => ["fail"] }
 */
export function groupBy<Member, Key>(
  members: Iterable<Member>,
  keyOf: (member: Member) => Key,
): ReadonlyMap<Key, readonly Member[]> {
  const groups = new Map<Key, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [member]);
    else known.push(member);
  }
  return groups;
}
