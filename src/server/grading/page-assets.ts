// Written by scripts/embed-grading-page.ts from src/grading-page/; do not edit.

export const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Grading</title>
<link rel="icon" type="image/svg+xml" href="/grade/icon.svg">
<style>/* style */</style>
</head>
<body>
<button type="button" id="skip" class="skip">Skip to the grades</button>
<header>
  <div class="row">
    <p class="progress"><strong id="place"></strong> <span id="left"></span></p>
    <button type="button" id="help-open" class="quiet round" aria-label="Help and keys">?</button>
  </div>
  <div class="bar" aria-hidden="true"><div id="bar"></div></div>
  <div id="saving" class="saving" role="status" hidden><span id="saving-text"></span> <button type="button" id="send-now">Send now</button></div>
</header>
<main id="main">
  <section id="message" hidden>
    <h1 id="message-title" tabindex="-1"></h1>
    <p id="message-text"></p>
    <p><button type="button" id="message-action" hidden></button></p>
    <p id="message-report" hidden><a href="/report">How the critics stand: the report</a></p>
  </section>
  <section id="item" aria-labelledby="question" hidden>
    <div class="row about">
      <p><strong id="axis" dir="auto"></strong> <span id="when"></span></p>
      <div class="views" role="tablist" aria-label="View">
        <button type="button" role="tab" id="tab-read" aria-controls="read" aria-selected="true">Read</button>
        <button type="button" role="tab" id="tab-raw" aria-controls="raw" aria-selected="false" tabindex="-1">As written</button>
      </div>
    </div>
    <h1 id="question" dir="auto" tabindex="-1"></h1>
    <p id="standing" class="standing" hidden></p>
    <p id="note" class="standing" role="status" hidden></p>
    <div id="read" class="artifact" role="tabpanel" aria-labelledby="tab-read" tabindex="0"></div>
    <div id="raw" class="artifact" role="tabpanel" aria-labelledby="tab-raw" tabindex="0" hidden><div id="raw-text" class="raw-text"></div></div>
  </section>
</main>
<footer id="answer" hidden>
  <div class="inner">
    <div class="row toast"><p id="toast" role="status"></p><button type="button" id="undo" class="quiet" aria-keyshortcuts="u" hidden>Undo</button></div>
    <div id="reason-box" hidden>
      <label for="reason">Why? <span>A sentence is enough.</span></label>
      <textarea id="reason" dir="auto" rows="2" maxlength="20000" autocomplete="off"></textarea>
    </div>
    <div class="grades" role="group" aria-label="Your grade">
      <button type="button" id="fail" class="fail" aria-keyshortcuts="f"><span class="sign" aria-hidden="true">✕</span> FAIL <kbd aria-hidden="true">f</kbd></button>
      <button type="button" id="cannot" class="cannot" aria-keyshortcuts="c"><span class="sign" aria-hidden="true">?</span> Can’t tell <kbd aria-hidden="true">c</kbd></button>
      <button type="button" id="pass" class="pass" aria-keyshortcuts="p"><span class="sign" aria-hidden="true">✓</span> PASS <kbd aria-hidden="true">p</kbd></button>
    </div>
    <div class="row tools">
      <button type="button" id="back" class="quiet" aria-keyshortcuts="ArrowLeft"><span aria-hidden="true">‹</span> Back</button>
      <button type="button" id="reason-open" class="quiet" aria-keyshortcuts="r" aria-expanded="false" aria-controls="reason-box">Add a reason</button>
      <button type="button" id="next" class="quiet" aria-keyshortcuts="ArrowRight">Skip <span aria-hidden="true">›</span></button>
    </div>
  </div>
</footer>
<dialog id="help" aria-labelledby="help-title">
  <h2 id="help-title">Grading</h2>
  <p>Read, then say whether you would accept it. You are shown nothing that anybody else said of it. Every grade is stored at once, and you can go on later, here or in another browser.</p>
  <dl>
    <div><dt><kbd>p</kbd></dt><dd>PASS</dd></div>
    <div><dt><kbd>f</kbd></dt><dd>FAIL</dd></div>
    <div><dt><kbd>c</kbd></dt><dd>Can’t tell</dd></div>
    <div><dt><kbd>r</kbd></dt><dd>write a reason; <kbd>Esc</kbd> leaves it, the grade takes it along</dd></div>
    <div><dt><kbd>u</kbd></dt><dd>undo the last grade</dd></div>
    <div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>back, or on without a grade</dd></div>
    <div><dt><kbd>v</kbd></dt><dd>rendered, or as it was written</dd></div>
  </dl>
  <form method="dialog"><button>Close</button></form>
</dialog>
<script>/* script */</script>
</body>
</html>
`;

export const style = `:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --card: #ffffff;
  --ink: #1f2321;
  --soft: #5b625e;
  --line: #dedcd4;
  --accent: #2f6f5e;
  --pass: #1d6b45;
  --fail: #a8322a;
  --cannot: #51585f;
  --on: #ffffff;
  --notice: #fdf0d3;
  --notice-ink: #5c4300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161917;
    --card: #1e2220;
    --ink: #e6e8e4;
    --soft: #a5ada8;
    --line: #343a37;
    --accent: #7fc4ae;
    --pass: #8fd3ab;
    --fail: #f2a59c;
    --cannot: #c3cad0;
    --on: #131614;
    --notice: #3d3114;
    --notice-ink: #f6deA3;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  /* The artifact scrolls between the bars, so that typing a reason moves nothing. */
  height: 100vh;
  height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
p { margin: 0; }
.row { display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; }
header, main, .inner {
  padding-inline: max(1.25rem, env(safe-area-inset-left), calc(50% - 21.75rem)) max(1.25rem, env(safe-area-inset-right), calc(50% - 21.75rem));
}
header { padding-top: max(0.75rem, env(safe-area-inset-top)); }
.progress strong { font-weight: 650; }
.progress span, .about span { color: var(--soft); }
.progress span::before, .about span::before { content: "· "; }
.bar { height: 3px; margin-top: 0.5rem; border-radius: 2px; background: var(--line); overflow: hidden; }
.bar div { height: 100%; width: 0; background: var(--accent); border-radius: 2px; transition: width 0.25s; }
.saving {
  margin-top: 0.75rem;
  padding: 0.5rem 0.75rem;
  border-radius: 0.6rem;
  background: var(--notice);
  color: var(--notice-ink);
  font-size: 0.9375rem;
}
.saving button { background: none; border: 0; padding: 0.25rem 0; color: inherit; text-decoration: underline; }
main { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding-block: 1.25rem 2rem; }
#message { padding-top: 12vh; max-width: 34rem; margin-inline: auto; text-align: center; }
#message p { margin-top: 1rem; color: var(--soft); overflow-wrap: anywhere; white-space: pre-line; }
.about { flex-wrap: wrap; font-size: 0.9375rem; }
.about p { unicode-bidi: isolate; }
h1 { margin: 0.75rem 0 1.25rem; font-size: 1.375rem; line-height: 1.3; font-weight: 650; text-wrap: balance; overflow-wrap: anywhere; }
h1:focus { outline: none; }
.standing { margin: -0.5rem 0 1.25rem; font-size: 0.9375rem; color: var(--soft); }
.views { display: flex; padding: 2px; border-radius: 0.6rem; background: var(--line); }
.views button { border: 0; padding: 0.3rem 0.75rem; border-radius: 0.5rem; background: none; color: var(--ink); font-size: 0.875rem; min-height: 2rem; }
.views [aria-selected="true"] { background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / 0.18); }

/* Whatever an artifact holds stays inside of its card: nothing reaches over it, pushes it apart or turns its neighbours round. */
.artifact {
  contain: layout paint style;
  isolation: isolate;
  unicode-bidi: isolate;
  padding: 1.5rem;
  border: 1px solid var(--line);
  border-radius: 0.9rem;
  background: var(--card);
  font: 1.1875rem/1.65 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, "Noto Serif", serif;
  overflow-wrap: anywhere;
}
.artifact > :first-child { margin-top: 0; }
.artifact > :last-child { margin-bottom: 0; }
.artifact p, .artifact ul, .artifact ol, .artifact blockquote, .artifact pre, .artifact table { margin: 0 0 1rem; }
.artifact h1, .artifact h2, .artifact h3, .artifact h4, .artifact h5, .artifact h6 { margin: 1.75rem 0 0.5rem; font-size: 1.1875rem; line-height: 1.35; font-weight: 700; }
.artifact h1 { font-size: 1.5rem; }
.artifact h2 { font-size: 1.3125rem; }
.artifact li { margin-bottom: 0.25rem; }
.artifact ul, .artifact ol { padding-inline-start: 1.5rem; }
.artifact blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.artifact a, #message-report a { color: var(--accent); text-underline-offset: 0.15em; }
.artifact hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
.artifact table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: 1rem; }
.artifact th, .artifact td { padding: 0.35rem 0.7rem; border: 1px solid var(--line); text-align: start; overflow-wrap: normal; min-width: 4rem; }
.artifact code, .artifact pre, kbd { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
.artifact pre { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
.artifact pre code { font-size: inherit; }
#read pre { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--paper); }
.artifact .image { padding: 0.1em 0.5em; border: 1px dashed var(--soft); border-radius: 0.4rem; color: var(--soft); font-size: 0.9375em; }
.raw-text { font: 0.9375rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
.hidden-mark { padding: 0 0.25em; border-radius: 0.25em; background: var(--notice); color: var(--notice-ink); }

footer {
  background: var(--paper);
  border-top: 1px solid var(--line);
  padding-bottom: max(0.5rem, env(safe-area-inset-bottom));
}
.inner { padding-top: 0.5rem; }
/* Empty it takes no room: the bar grows upwards, so that no button moves under a thumb. */
.toast { font-size: 0.9375rem; color: var(--soft); }
.toast p { min-width: 0; overflow-wrap: anywhere; }
label { display: block; font-size: 0.9375rem; font-weight: 600; }
label span { color: var(--soft); font-weight: 400; }
textarea {
  width: 100%;
  margin: 0.25rem 0 0.5rem;
  padding: 0.6rem 0.75rem;
  border: 1px solid var(--soft);
  border-radius: 0.6rem;
  background: var(--card);
  color: var(--ink);
  font: inherit;
  resize: vertical;
  max-height: 30vh;
}
button { font: inherit; color: inherit; cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
.grades { display: grid; grid-template-columns: 1fr 1.2fr 1fr; gap: 0.6rem; }
.grades button {
  min-height: 3.5rem;
  padding: 0.5rem 0.25rem;
  border: 2px solid currentColor;
  border-radius: 0.9rem;
  background: var(--card);
  font-weight: 650;
  white-space: nowrap;
}
.grades .pass { color: var(--pass); }
.grades .fail { color: var(--fail); }
.grades .cannot { color: var(--cannot); }
.grades [aria-pressed="true"] { color: var(--on); }
.pass[aria-pressed="true"] { background: var(--pass); border-color: var(--pass); }
.fail[aria-pressed="true"] { background: var(--fail); border-color: var(--fail); }
.cannot[aria-pressed="true"] { background: var(--cannot); border-color: var(--cannot); }
.grades [aria-disabled="true"] { border-color: var(--line); color: var(--soft); cursor: default; }
@media (max-width: 26rem) {
  .grades button { font-size: 0.9375rem; }
  .cannot .sign { display: none; }
}
.sign { margin-inline-end: 0.2rem; }
.end .grades, .end .tools, .end #reason-box { display: none; }
.tools { margin-top: 0.25rem; }
.quiet { border: 0; background: none; color: var(--soft); padding: 0.5rem 0.25rem; min-height: 2.75rem; font-size: 0.9375rem; }
.round { width: 2.25rem; min-height: 2.25rem; padding: 0; border: 1px solid var(--line); border-radius: 50%; }
#message-action, dialog button { padding: 0.6rem 1.25rem; border: 1px solid var(--line); border-radius: 0.7rem; background: var(--card); color: var(--ink); min-height: 2.75rem; }
#undo { color: var(--accent); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 2; padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); }
.skip:focus { top: 1rem; }
dialog { max-width: min(32rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--card); color: var(--ink); }
dialog::backdrop { background: rgb(0 0 0 / 0.45); }
dialog h2 { margin: 0 0 0.5rem; font-size: 1.25rem; }
dialog p { color: var(--soft); }
dl div { display: flex; gap: 0.75rem; padding: 0.2rem 0; }
dt { flex: 0 0 4.5rem; }
dd { margin: 0; }
kbd { padding: 0.1em 0.45em; border: 1px solid var(--line); border-radius: 0.35rem; }
.grades kbd { display: none; margin-inline-start: 0.5rem; border-color: currentColor; font-weight: 400; opacity: 0.75; }
@media (hover: hover) and (pointer: fine) and (min-width: 34rem) {
  .grades kbd { display: inline; }
  .quiet:hover { color: var(--ink); }
  .grades button:not([aria-disabled="true"]):hover { box-shadow: inset 0 0 0 1px currentColor; }
}
@media (max-width: 32rem) {
  .about span { display: block; }
  .about span::before { content: none; }
}
@media (min-width: 48rem) {
  .artifact { padding: 2.25rem 2.5rem; }
  h1 { font-size: 1.625rem; }
  .inner { padding-top: 0.75rem; }
}
@media (max-height: 30rem) {
  body { height: auto; }
  main { overflow-y: visible; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
`;

export const script = `(function() {
	// src/grading-page/address.ts
	function refOfAddress() {
		return /[#&]i=([^&]+)/.exec(location.hash)?.[1] ?? null;
	}
	// src/grading-page/ask-server.ts
	const patienceMs = 15e3;
	var Server = class {
		#token;
		constructor(token) {
			this.#token = token;
		}
		items() {
			return this.#ask("/grading/items");
		}
		text(ref) {
			return this.#ask(\`/grading/text?ref=\${encodeURIComponent(ref)}\`);
		}
		send({ at, ...grade }) {
			return this.#ask("/grading/grades", JSON.stringify({
				...grade,
				at: new Date(at).toISOString()
			}));
		}
		async #ask(path, body) {
			try {
				const response = await fetch(path, {
					headers: {
						Authorization: \`Bearer \${this.#token}\`,
						"Content-Type": "application/json"
					},
					cache: "no-store",
					credentials: "omit",
					redirect: "error",
					signal: AbortSignal.timeout(patienceMs),
					...body === void 0 ? {} : {
						method: "POST",
						body
					}
				});
				if (response.ok) return {
					kind: "ok",
					value: await response.json()
				};
				if (response.status === 401) return { kind: "wrong-token" };
				if (response.status >= 500 || [408, 429].includes(response.status)) return { kind: "unreachable" };
				const { error } = await response.json();
				return {
					kind: "refused",
					code: String(error.code),
					message: String(error.message)
				};
			} catch {
				return { kind: "unreachable" };
			}
		}
	};
	// src/grading-page/keys.ts
	const wishes = {
		p: {
			kind: "grade",
			grade: "PASS"
		},
		f: {
			kind: "grade",
			grade: "FAIL"
		},
		c: {
			kind: "grade",
			grade: "CANT_TELL"
		},
		ArrowRight: { kind: "next" },
		ArrowLeft: { kind: "back" },
		u: { kind: "undo" },
		r: { kind: "reason" },
		v: { kind: "view" },
		"?": { kind: "help" }
	};
	function wishOfKey({ key, repeat, ctrlKey, metaKey, altKey }) {
		if (repeat || ctrlKey || metaKey || altKey) return null;
		const name = key.length === 1 ? key.toLowerCase() : key;
		return Object.hasOwn(wishes, name) ? wishes[name] ?? null : null;
	}
	// src/grading-page/place.ts
	function withUnsent(items, unsent) {
		const latest = new Map(unsent.map((grade) => [grade.ref, grade]));
		return items.map((item) => {
			const given = latest.get(item.ref);
			return given === void 0 ? item : {
				...item,
				grade: given.grade,
				reason: given.reason
			};
		});
	}
	function nextToGrade(items, after) {
		const position = items.findIndex(({ ref }) => ref === after);
		const open = items.filter(({ grade, ref }) => grade === null && ref !== after);
		return open.find((item) => items.indexOf(item) > position) ?? open[0] ?? null;
	}
	function neighbour(items, ref, step) {
		const position = items.findIndex((item) => item.ref === ref);
		if (position < 0) return (step === 1 ? items[0] : items.at(-1)) ?? null;
		return items[position + step] ?? null;
	}
	function upcoming(items, ref, count) {
		const position = items.findIndex((item) => item.ref === ref);
		return [...items.slice(position + 1), ...items.slice(0, Math.max(0, position))].filter(({ grade }) => grade === null).slice(0, count);
	}
	function progressWords(items, ref, minutesPerItem) {
		const position = items.findIndex((item) => item.ref === ref);
		const open = items.filter(({ grade }) => grade === null).length;
		const minutes = Math.ceil(open * minutesPerItem);
		const rest = minutes === 1 ? "about 1 minute left" : \`about \${minutes} minutes left\`;
		return {
			place: position < 0 ? \`\${items.length - open} of \${items.length}\` : \`\${position + 1} of \${items.length}\`,
			left: open === 0 ? "all graded" : rest
		};
	}
	function axisTitle(title) {
		return title.replace(/ · \\d+ of \\d+$/, "");
	}
	const monthName = new Intl.DateTimeFormat("en", {
		month: "long",
		year: "numeric",
		timeZone: "UTC"
	});
	const dayName = new Intl.DateTimeFormat("en", {
		day: "numeric",
		month: "long",
		timeZone: "UTC"
	});
	function whenWords({ period, due }) {
		return \`\${monthName.format(new Date(\`\${period}-01\`))} · due \${dayName.format(new Date(due))}\`;
	}
	// src/grading-page/raw-text.ts
	const hidden = /(?![\\t\\n\\r])[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]/u;
	const everyHidden = new RegExp(\`(\${hidden.source})\`, "gu");
	function rawPieces(text) {
		return text.split(everyHidden).filter((piece) => piece !== "").map((piece) => hidden.test(piece) ? {
			text: nameOf(piece),
			mark: true
		} : {
			text: piece,
			mark: false
		});
	}
	function nameOf(character) {
		return \`U+\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}\`;
	}
	const mostLines = 5e3;
	function rawLines(text) {
		const lines = text.split(/\\r\\n|\\n|\\r/);
		return lines.length > mostLines ? [text] : lines;
	}
	// src/grading-page/screen.ts
	const gradeNames = {
		PASS: "PASS",
		FAIL: "FAIL",
		CANT_TELL: "Can’t tell"
	};
	const parts = {
		place: part("place", HTMLElement),
		left: part("left", HTMLElement),
		bar: part("bar", HTMLElement),
		saving: part("saving", HTMLElement),
		savingText: part("saving-text", HTMLElement),
		sendNow: part("send-now", HTMLButtonElement),
		main: part("main", HTMLElement),
		message: part("message", HTMLElement),
		messageTitle: part("message-title", HTMLElement),
		messageText: part("message-text", HTMLElement),
		messageAction: part("message-action", HTMLButtonElement),
		messageReport: part("message-report", HTMLElement),
		item: part("item", HTMLElement),
		axis: part("axis", HTMLElement),
		when: part("when", HTMLElement),
		question: part("question", HTMLElement),
		standing: part("standing", HTMLElement),
		note: part("note", HTMLElement),
		tabRead: part("tab-read", HTMLButtonElement),
		tabRaw: part("tab-raw", HTMLButtonElement),
		read: part("read", HTMLElement),
		raw: part("raw", HTMLElement),
		rawText: part("raw-text", HTMLElement),
		answer: part("answer", HTMLElement),
		toast: part("toast", HTMLElement),
		undo: part("undo", HTMLButtonElement),
		reasonBox: part("reason-box", HTMLElement),
		reason: part("reason", HTMLTextAreaElement),
		reasonOpen: part("reason-open", HTMLButtonElement),
		pass: part("pass", HTMLButtonElement),
		fail: part("fail", HTMLButtonElement),
		cannot: part("cannot", HTMLButtonElement),
		back: part("back", HTMLButtonElement),
		next: part("next", HTMLButtonElement),
		skip: part("skip", HTMLButtonElement),
		help: part("help", HTMLDialogElement),
		helpOpen: part("help-open", HTMLButtonElement)
	};
	const gradeButtons = [
		["PASS", parts.pass],
		["FAIL", parts.fail],
		["CANT_TELL", parts.cannot]
	];
	function part(id, kind) {
		const found = document.getElementById(id);
		if (!(found instanceof kind)) throw new Error(\`the page has no \${id}\`);
		return found;
	}
	function showMessage(message) {
		parts.item.hidden = true;
		parts.answer.hidden = true;
		parts.message.hidden = false;
		parts.messageTitle.textContent = message.title;
		parts.messageText.textContent = message.text;
		parts.messageAction.hidden = message.action === void 0;
		parts.messageReport.hidden = message.report !== true;
		parts.messageAction.textContent = message.action?.label ?? "";
		messageAction = message.action?.do ?? null;
	}
	let messageAction = null;
	parts.messageAction.addEventListener("click", () => messageAction?.());
	function showHeading(item) {
		parts.message.hidden = true;
		parts.item.hidden = false;
		parts.answer.hidden = false;
		parts.axis.textContent = axisTitle(item.title);
		parts.when.textContent = whenWords(item);
		parts.question.textContent = item.intent ?? "Would you accept this?";
		parts.standing.hidden = item.grade === null;
		parts.standing.textContent = item.grade === null ? "" : \`Your grade so far: \${gradeNames[item.grade]}\`;
		for (const [grade, button] of gradeButtons) button.ariaPressed = String(item.grade === grade);
	}
	function showText(text, view) {
		const shown = text !== null && text.html === null ? "raw" : view;
		parts.tabRead.disabled = text !== null && text.html === null;
		for (const [tab, panel, name] of [[
			parts.tabRead,
			parts.read,
			"read"
		], [
			parts.tabRaw,
			parts.raw,
			"raw"
		]]) {
			tab.ariaSelected = String(name === shown);
			tab.tabIndex = name === shown ? 0 : -1;
			panel.hidden = name !== shown;
		}
		parts.read.innerHTML = shown === "read" ? text?.html ?? "<p>…</p>" : "";
		parts.rawText.replaceChildren(...shown === "raw" ? rawNodes(text?.text ?? "…") : []);
	}
	function rawNodes(text) {
		return rawLines(text).map((line) => {
			const block = document.createElement("div");
			block.dir = "auto";
			block.append(...rawPieces(line).map(rawNode));
			if (line === "") block.append(document.createElement("br"));
			return block;
		});
	}
	function rawNode({ text, mark }) {
		if (!mark) return document.createTextNode(text);
		const node = document.createElement("span");
		node.className = "hidden-mark";
		node.textContent = text;
		return node;
	}
	function showNote(text) {
		parts.note.hidden = text === null;
		parts.note.textContent = text ?? "";
	}
	function showProgress(words, share) {
		parts.place.textContent = words.place;
		parts.left.textContent = words.left;
		parts.bar.style.width = \`\${Math.round(share * 100)}%\`;
		document.title = words.place === "" ? "Grading" : \`\${words.place} · Grading\`;
	}
	function showUnsent(text) {
		parts.saving.hidden = text === null;
		parts.savingText.textContent = text ?? "";
	}
	function showToast(text, canUndo) {
		parts.toast.textContent = text;
		parts.undo.hidden = !canUndo;
	}
	function openReason(open) {
		parts.reasonBox.hidden = !open;
		parts.reasonOpen.ariaExpanded = String(open);
		if (open) parts.reason.focus({ preventScroll: true });
	}
	function allowGrading(allowed) {
		for (const [, button] of gradeButtons) button.ariaDisabled = String(!allowed);
	}
	// src/grading-page/messages.ts
	function showLink() {
		showMessage({
			title: "This page needs its link",
			text: "Open the link that this command prints:\\n\\nimprove-cron serve --link\\n\\nGrades that were not saved yet are kept until then."
		});
	}
	function showNoAnswer() {
		showMessage({
			title: "improve-cron does not answer",
			text: "Start it again: improve-cron serve. This page goes on by itself. Grades that were not saved yet are kept."
		});
	}
	function showNothingLeft(open, again) {
		const items = open.list();
		const besides = [...(open.heard?.elsewhere ?? []).map(({ queue, items: count }) => \`\${count} more \${count === 1 ? "waits" : "wait"} in \${queue === "notion" ? "Notion" : queue} and \${count === 1 ? "is" : "are"} graded there.\`), ...open.leftOut === 0 ? [] : [unreadableWords(open.leftOut)]].join("\\n");
		if (items.length === 0) showMessage({
			title: "There is nothing to grade",
			text: besides === "" ? "The next run opens a month: then its items are here." : besides,
			report: true
		});
		else showMessage({
			title: "All graded",
			text: \`\${items.length === 1 ? "The item is" : \`All \${items.length} items are\`} graded. The next run takes the grades.\\n\${besides}\`.trim(),
			action: {
				label: "Look at them again",
				do: again
			},
			report: true
		});
	}
	function unreadableWords(count) {
		return \`\${count === 1 ? "1 item cannot be read and is" : \`\${count} items cannot be read and are\`} left out: improve-cron verify says what is wrong.\`;
	}
	// src/grading-page/server-clock.ts
	var ServerClock = class {
		#passed;
		#offset;
		#last = 0;
		constructor(passed, start) {
			this.#passed = passed;
			this.#offset = start - passed();
		}
		hear(iso) {
			const at = Date.parse(iso);
			if (Number.isFinite(at)) this.#offset = at - this.#passed();
		}
		next() {
			this.#last = Math.max(this.#last + 1, Math.round(this.#passed() + this.#offset));
			return this.#last;
		}
	};
	// src/grading-page/open-items.ts
	var OpenItems = class {
		#unsent;
		#unreadable = new Set();
		#open = null;
		constructor(unsent) {
			this.#unsent = unsent;
		}
		get heard() {
			return this.#open;
		}
		hear(open) {
			this.#open = open;
		}
		mark(ref, grade, reason) {
			if (this.#open === null) return;
			const items = this.#open.items.map((item) => item.ref === ref ? {
				...item,
				grade,
				reason
			} : item);
			this.#open = {
				...this.#open,
				items
			};
		}
		leaveOut(ref) {
			this.#unreadable.add(ref);
		}
		get leftOut() {
			return this.#unreadable.size;
		}
		list() {
			return withUnsent((this.#open?.items ?? []).filter(({ ref }) => !this.#unreadable.has(ref)), this.#unsent.list());
		}
		find(ref) {
			return this.list().find((item) => item.ref === ref) ?? null;
		}
	};
	// src/grading-page/retry.ts
	const firstRetryMs = 1e3;
	const longestRetryMs = 1e4;
	var Retry = class {
		#again;
		#retryMs = firstRetryMs;
		#retry;
		constructor(again) {
			this.#again = again;
		}
		later() {
			this.cancel();
			this.#retry = setTimeout(this.#again, this.#retryMs);
			this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
		}
		cancel() {
			clearTimeout(this.#retry);
		}
		answered() {
			this.#retryMs = firstRetryMs;
		}
		get hasFailed() {
			return this.#retryMs > firstRetryMs;
		}
	};
	// src/grading-page/sending.ts
	var Sending = class {
		#tools;
		#sending = false;
		#settled = 0;
		constructor(tools) {
			this.#tools = tools;
		}
		get isGoingOn() {
			return this.#sending;
		}
		get settled() {
			return this.#settled;
		}
		async send() {
			const { onEnd, onFailure, onSettled, retry, server, unsent } = this.#tools;
			if (this.#sending) return;
			this.#sending = true;
			retry.cancel();
			try {
				for (let [grade] = unsent.list(); grade !== void 0; [grade] = unsent.list()) {
					const answer = await server.send(grade);
					if (answer.kind === "unreachable" || answer.kind === "wrong-token") {
						onFailure(answer);
						return;
					}
					unsent.remove(grade);
					this.#settled += 1;
					onSettled(grade, answer);
				}
				retry.answered();
			} finally {
				this.#sending = false;
				onEnd();
			}
		}
	};
	// src/grading-page/standing.ts
	function showHowFar(open, ref) {
		const items = open.list();
		const graded = items.filter(({ grade }) => grade !== null).length;
		if (open.heard !== null && items.length > 0) showProgress(progressWords(items, ref, open.heard.minutesPerItem), graded / items.length);
		const isAtEnd = ref === null;
		parts.answer.classList.toggle("end", isAtEnd);
	}
	function showWaiting(unsent, isFirstTime) {
		const { length } = unsent.list();
		const grades = length === 1 ? "1 grade is" : \`\${length} grades are\`;
		const safe = unsent.isSafe() ? "kept in this browser and sent again by itself." : "kept in this page alone: leave it open.";
		showUnsent(length > 0 && !isFirstTime ? \`Not saved yet: \${grades} \${safe}\` : null);
	}
	// src/grading-page/taken-grade.ts
	function tellTaken(grade, taken, last) {
		const { late, before, counts, outcome } = taken;
		if (late && outcome === "stored") showToast("The month was closed meanwhile. Your grade is kept and counts in later decisions, not in that one.", false);
		else if (counts !== grade.grade && counts !== null) showToast(\`A newer grade from another place counts: \${gradeNames[counts]}.\`, false);
		else if (last?.ref === grade.ref && before !== null && before !== last.grade) showToast(\`You had said \${gradeNames[before]} in another place. What you say now counts.\`, true);
	}
	// src/grading-page/texts-at-hand.ts
	var TextsAtHand = class {
		#texts = new Map();
		has(ref) {
			return this.#texts.has(ref);
		}
		get(ref) {
			return this.#texts.get(ref) ?? null;
		}
		keep(ref, text, shown) {
			this.#texts.set(ref, text);
			for (const old of [...this.#texts.keys()].slice(0, -12)) if (old !== shown) this.#texts.delete(old);
		}
	};
	// src/grading-page/sitting.ts
	const fetchedAhead = 5;
	const settleMs = 300;
	var Sitting = class {
		#server;
		#unsent;
		#clock;
		#memory;
		#open;
		#texts = new TextsAtHand();
		#undos = [];
		#retry = new Retry(() => void this.#tryAgain());
		#sending;
		#ref = null;
		#wasOpen = false;
		#shownAt = 0;
		constructor(tools) {
			this.#server = tools.server;
			this.#unsent = tools.unsent;
			this.#clock = tools.clock;
			this.#memory = tools.memory;
			this.#open = new OpenItems(tools.unsent);
			this.#sending = new Sending({
				...tools,
				retry: this.#retry,
				onFailure: (answer) => this.#failed(answer),
				onSettled: (grade, answer) => this.#settle(grade, answer),
				onEnd: () => this.#showState()
			});
		}
		async begin(ref) {
			await this.refresh();
			if (this.#open.heard === null) return;
			await this.#show(this.#open.find(ref) ?? nextToGrade(this.#open.list(), null), "replace");
			this.send();
		}
		async refresh() {
			const { settled } = this.#sending;
			const answer = await this.#server.items();
			if (answer.kind !== "ok") return this.#failed(answer);
			if (settled !== this.#sending.settled) return this.refresh();
			this.#clock.hear(answer.value.now);
			this.#retry.answered();
			const shown = this.#current();
			this.#open.hear(answer.value);
			this.#unsent.belongTo(answer.value.workspace);
			if (this.#unsent.list().length > 0) this.send();
			this.#showState();
			if (shown !== null && !parts.message.hidden) await this.#show(shown, "keep");
			if (shown === null) {
				const next = nextToGrade(this.#open.list(), null);
				if (this.#ref === null && next !== null && !parts.message.hidden) await this.#show(next, "replace");
				return;
			}
			const now = this.#current();
			if (now === null) showNote("This item waits no longer: its month was closed, or its batch is graded. A grade is still kept and counts in later decisions.");
			else if (this.#wasOpen && now.grade !== null && parts.reason.value === "") {
				const next = this.#show(nextToGrade(this.#open.list(), this.#ref), "push");
				showToast(\`\${gradeNames[now.grade]} was given in another place. This is the next item.\`, false);
				await next;
			} else if (this.#wasOpen && now.grade !== null) showNote(\`Graded \${gradeNames[now.grade]} in another place. What you say here counts instead.\`);
		}
		async goTo(ref) {
			const item = this.#open.find(ref);
			if (item !== null) await this.#show(item, "keep");
		}
		async step(step) {
			const item = neighbour(this.#open.list(), this.#ref, step);
			if (item !== null) await this.#show(item, "push");
			else if (step === 1) await this.#show(nextToGrade(this.#open.list(), this.#ref), "push");
		}
		async grade(grade) {
			const ref = this.#ref;
			if (ref === null || !this.#texts.has(ref) || performance.now() - this.#shownAt < settleMs) return;
			const item = this.#current();
			const reason = parts.reason.value.trim() === "" ? null : parts.reason.value.trim();
			this.#undos.push({
				ref,
				grade: item?.grade ?? null,
				reason: item?.reason ?? null
			});
			this.#memory.write(\`draft.\${ref}\`, "");
			this.#give({
				ref,
				grade,
				reason
			});
			openReason(false);
			const shown = this.#show(nextToGrade(this.#open.list(), ref), "push");
			showToast(\`You said \${gradeNames[grade]}\${reason === null ? "" : ", with your reason"}.\`, true);
			await shown;
		}
		async undo() {
			const last = this.#undos.pop();
			if (last === void 0) return;
			const taken = this.#open.find(last.ref);
			this.#give(last);
			if (last.grade === null) this.#memory.write(\`draft.\${last.ref}\`, taken?.reason ?? "");
			const shown = this.#show(this.#open.find(last.ref) ?? this.#current(), "push");
			showToast("Taken back.", this.#undos.length > 0);
			await shown;
		}
		toggleReason() {
			openReason(parts.reasonOpen.ariaExpanded !== "true");
		}
		keepDraft() {
			if (this.#ref !== null) this.#memory.write(\`draft.\${this.#ref}\`, parts.reason.value);
		}
		setView(view) {
			this.#memory.write("view", view === "raw" ? "raw" : "");
			showText(this.#ref === null ? null : this.#texts.get(this.#ref), view);
		}
		view() {
			return this.#memory.read("view") === "raw" ? "raw" : "read";
		}
		send() {
			return this.#sending.send();
		}
		#settle(grade, answer) {
			if (answer.kind === "refused") {
				showToast(\`A grade could not be stored: \${answer.message}.\`, false);
				return;
			}
			const { counts, now } = answer.value;
			this.#clock.hear(now);
			this.#open.mark(grade.ref, counts, counts === grade.grade ? grade.reason : null);
			tellTaken(grade, answer.value, this.#undos.at(-1));
		}
		#give(grade) {
			this.#unsent.add({
				...grade,
				at: this.#clock.next()
			});
			this.#showState();
			this.send();
		}
		async #show(item, address) {
			if (item === null) return this.#showEnd();
			const isNew = this.#ref !== item.ref || parts.item.hidden;
			this.#ref = item.ref;
			this.#wasOpen = item.grade === null;
			if (isNew) {
				if (address === "push") history.pushState(null, "", \`#i=\${item.ref}\`);
				if (address === "replace") history.replaceState(null, "", \`#i=\${item.ref}\`);
			}
			showHeading(item);
			showNote(null);
			if (isNew) showToast("", this.#undos.length > 0);
			this.#showState();
			const draft = this.#memory.read(\`draft.\${item.ref}\`);
			parts.reason.value = draft === "" ? item.reason ?? "" : draft;
			const wantsReason = parts.reason.value !== "";
			parts.reasonBox.hidden = !wantsReason;
			parts.reasonOpen.ariaExpanded = String(wantsReason);
			const known = this.#texts.get(item.ref);
			showText(known, this.view());
			allowGrading(known !== null);
			parts.main.scrollTo(0, 0);
			parts.question.focus({ preventScroll: true });
			this.#shownAt = performance.now();
			if (known === null && !await this.#fetchShown(item.ref)) return;
			this.#fetchAhead(item.ref);
		}
		async #fetchShown(ref) {
			const answer = await this.#fetch(ref);
			if (this.#ref !== ref) return false;
			if (answer.kind === "ok") {
				showText(answer.value, this.view());
				showNote(answer.value.html === null ? "This text is too long to be rendered: it is shown as it was written." : null);
				allowGrading(true);
				this.#shownAt = performance.now();
				return true;
			}
			if (answer.kind === "refused") {
				await this.#show(nextToGrade(this.#open.list(), ref), "replace");
				showToast(unreadableWords(this.#open.leftOut), this.#undos.length > 0);
			} else {
				showNote("This item cannot be fetched now: improve-cron does not answer. It is tried again by itself.");
				this.#failed(answer);
			}
			return false;
		}
		async #fetchAhead(ref) {
			for (const item of upcoming(this.#open.list(), ref, fetchedAhead)) {
				if (this.#texts.has(item.ref)) continue;
				if (this.#ref !== ref || (await this.#fetch(item.ref)).kind === "unreachable") return;
			}
		}
		async #fetch(ref) {
			const answer = await this.#server.text(ref);
			if (answer.kind === "refused") {
				this.#open.leaveOut(ref);
				this.#showState();
			}
			if (answer.kind === "ok") this.#texts.keep(ref, answer.value, this.#ref);
			return answer;
		}
		#showEnd() {
			this.#ref = null;
			history.replaceState(null, "", location.pathname);
			const [first = null] = this.#open.list();
			showNothingLeft(this.#open, () => void this.#show(first, "push"));
			parts.answer.hidden = false;
			this.#showState();
			parts.messageTitle.focus({ preventScroll: true });
		}
		#showState() {
			showHowFar(this.#open, this.#ref);
			showWaiting(this.#unsent, this.#sending.isGoingOn && !this.#retry.hasFailed);
		}
		#current() {
			return this.#open.find(this.#ref);
		}
		#failed(answer) {
			if (answer.kind === "wrong-token") {
				showLink();
				return;
			}
			if (this.#open.heard === null) showNoAnswer();
			this.#retry.later();
		}
		async #tryAgain() {
			if (this.#open.heard === null) return this.begin(refOfAddress());
			if (this.#unsent.list().length > 0) await this.send();
			if (this.#ref !== null && !this.#texts.has(this.#ref)) await this.#show(this.#current(), "keep");
		}
	};
	// src/grading-page/tab-memory.ts
	var TabMemory = class {
		#storage;
		constructor(storage) {
			this.#storage = storage;
		}
		read(name) {
			return this.#storage?.getItem(\`improve-cron.\${name}\`) ?? "";
		}
		write(name, text) {
			try {
				if (text === "") this.#storage?.removeItem(\`improve-cron.\${name}\`);
				else this.#storage?.setItem(\`improve-cron.\${name}\`, text);
			} catch {}
		}
	};
	// src/grading-page/token.ts
	const name = "improve-cron.token";
	const inAddress = /[#&]t=([^&]+)/;
	function takeToken(memory) {
		const given = inAddress.exec(location.hash)?.[1];
		if (given === void 0) return memory?.getItem(name) ?? null;
		history.replaceState(null, "", location.pathname);
		try {
			memory?.setItem(name, given);
		} catch {}
		return given;
	}
	function bringsToken() {
		return inAddress.test(location.hash);
	}
	// src/grading-page/unsent-grades.ts
	const prefix = "improve-cron.unsent.";
	var UnsentGrades = class {
		#shelf;
		#kept = new Map();
		#workspace = null;
		constructor(shelf) {
			this.#shelf = shelf;
		}
		belongTo(workspace) {
			this.#workspace = workspace;
		}
		add(grade) {
			const key = this.#keyOf(grade);
			this.#kept.set(key, grade);
			try {
				this.#shelf?.setItem(key, JSON.stringify(grade));
			} catch {}
		}
		remove(grade) {
			this.#kept.delete(this.#keyOf(grade));
			this.#shelf?.removeItem(this.#keyOf(grade));
		}
		list() {
			if (this.#workspace === null) return [];
			const own = this.#ownPrefix();
			const found = new Map([...this.#kept].filter(([key]) => key.startsWith(own)));
			for (const key of this.#keys().filter((one) => one.startsWith(own))) {
				const grade = readGrade(this.#shelf?.getItem(key) ?? "");
				if (grade !== null) found.set(key, grade);
			}
			return [...found.values()].sort((a, b) => a.at - b.at);
		}
		isSafe() {
			const kept = new Set(this.#keys());
			return [...this.#kept.keys()].every((key) => kept.has(key));
		}
		#ownPrefix() {
			return \`\${prefix}\${this.#workspace ?? ""}.\`;
		}
		#keyOf({ ref, at }) {
			return \`\${this.#ownPrefix()}\${at}.\${ref}\`;
		}
		#keys() {
			const shelf = this.#shelf;
			if (shelf === null) return [];
			return Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "").filter(isUnsentKey);
		}
	};
	function isUnsentKey(key) {
		return key?.startsWith(prefix) === true;
	}
	function readGrade(text) {
		try {
			const { ref, grade, reason, at } = JSON.parse(text);
			if (typeof ref !== "string" || typeof at !== "number" || grade === void 0) return null;
			return {
				ref,
				grade,
				reason: reason ?? null,
				at
			};
		} catch {
			return null;
		}
	}
	// src/grading-page/main.ts
	const lookEveryMs = 1e4;
	function start() {
		const named = refOfAddress();
		const token = takeToken(storageOf("sessionStorage"));
		addEventListener("hashchange", () => {
			if (bringsToken()) location.reload();
		});
		if (token === null) {
			showLink();
			return;
		}
		const unsent = new UnsentGrades(storageOf("localStorage"));
		const sitting = new Sitting({
			server: new Server(token),
			unsent,
			clock: new ServerClock(() => performance.now(), Date.now()),
			memory: new TabMemory(storageOf("sessionStorage"))
		});
		listen(sitting, unsent);
		sitting.begin(named);
	}
	function listen(sitting, unsent) {
		const act = (wish) => {
			switch (wish.kind) {
				case "grade":
					sitting.grade(wish.grade);
					return;
				case "next":
					sitting.step(1);
					return;
				case "back":
					sitting.step(-1);
					return;
				case "undo":
					sitting.undo();
					return;
				case "reason": return sitting.toggleReason();
				case "view": return sitting.setView(sitting.view() === "raw" ? "read" : "raw");
				case "help": return parts.help.showModal();
			}
		};
		addEventListener("keydown", (event) => {
			if (parts.help.open || event.isComposing) return;
			if (event.target === parts.reason) {
				if (event.key === "Escape") parts.question.focus({ preventScroll: true });
				return;
			}
			if (event.target instanceof HTMLElement && event.target.role === "tab" && event.key.startsWith("Arrow")) {
				act({ kind: "view" });
				(sitting.view() === "raw" ? parts.tabRaw : parts.tabRead).focus();
				event.preventDefault();
				return;
			}
			const wish = wishOfKey(event);
			if (wish === null) return;
			event.preventDefault();
			act(wish);
		});
		for (const [grade, button] of gradeButtons) button.addEventListener("click", () => {
			if (button.ariaDisabled !== "true") act({
				kind: "grade",
				grade
			});
		});
		parts.back.addEventListener("click", () => act({ kind: "back" }));
		parts.next.addEventListener("click", () => act({ kind: "next" }));
		parts.undo.addEventListener("click", () => act({ kind: "undo" }));
		parts.reasonOpen.addEventListener("click", () => act({ kind: "reason" }));
		parts.helpOpen.addEventListener("click", () => act({ kind: "help" }));
		parts.tabRead.addEventListener("click", () => sitting.setView("read"));
		parts.tabRaw.addEventListener("click", () => sitting.setView("raw"));
		parts.skip.addEventListener("click", () => parts.pass.focus());
		parts.sendNow.addEventListener("click", () => void sitting.send());
		parts.reason.addEventListener("input", () => sitting.keepDraft());
		addEventListener("popstate", () => void sitting.goTo(refOfAddress()));
		addEventListener("storage", ({ key, newValue }) => {
			if (isUnsentKey(key) && newValue === null) sitting.refresh();
		});
		addEventListener("online", () => void sitting.send());
		const look = () => {
			if (document.visibilityState === "visible") sitting.refresh();
		};
		document.addEventListener("visibilitychange", look);
		setInterval(look, lookEveryMs);
		addEventListener("beforeunload", (event) => {
			if (!unsent.isSafe()) event.preventDefault();
		});
	}
	function storageOf(name) {
		try {
			return globalThis[name];
		} catch {
			return null;
		}
	}
	start();
})();
`;

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f6f5e"/><path d="M8 17l5 5L24 10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
