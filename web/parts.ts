import { type Html, html, type Piece } from './html.ts'

/** A table with a header; `none` where it has no rows. On a narrow screen each row becomes a block with the header's words. */
export function table(
  head: readonly string[],
  rows: readonly (readonly Piece[])[],
  none = 'None yet.',
): Html {
  if (rows.length === 0) return html`<p class="none">${none}</p>`
  const cell = (value: Piece, place: number) => html`<td data-head="${head[place] ?? ''}">${value}</td>`
  return html`<table><thead><tr>${head.map(
    // A column of buttons has no name.
    (name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`),
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`
}

/** The kind of a state: as it should be, waiting, wrong, or neither. */
export type Tone = 'good' | 'waits' | 'bad' | 'quiet'

/** A state in a word: colour alone never shows it. */
export const badge = (text: string, tone: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

/** A moment in UTC, to the second. */
export function moment(at: number): Html {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

/** Time from now until a moment, such as "in 12 s". A script counts it down where the clock runs by itself. */
export function countdown(milliseconds: number, counts: boolean): Html {
  const ticking = counts ? html` data-left="${Math.round(milliseconds)}"` : html``
  return html`<span class="countdown"${ticking}>${lasting(milliseconds)}</span>`
}

/** A duration in the largest units that fit, such as "14 min 30 s". `web.js` writes it in the same way. */
function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** A text that somebody will need elsewhere, with a button that copies it where scripts run. */
export const copyable = (text: string, name: string): Html =>
  html`<span class="copy"><code tabindex="0">${text}</code><button type="button" data-copy hidden aria-label="Copy ${name}">Copy</button></span>`

/** Text as it is, such as a body of JSON; it can be reached and moved by keyboard where it is wider than the page. */
export const block = (text: string, name: string): Html =>
  html`<div class="copy"><pre tabindex="0" aria-label="${name}">${text}</pre><button type="button" data-copy hidden aria-label="Copy ${name}">Copy</button></div>`

/** A part that a script replaces by that of a newer page; it needs an id. */
export const livePart = (id: string, content: Html): Html => html`<div id="${id}" data-live>${content}</div>`

/** Secrets are shown once: what to do with them stands above them. */
export function secretsOnce(secrets: readonly (readonly [name: string, value: string])[]): Html {
  return html`<section class="secret"><p><strong>Copy this now.</strong> It is not shown again.</p><dl>${secrets.map(
    ([name, value]) => html`<dt>${name}</dt><dd>${copyable(value, name)}</dd>`,
  )}</dl></section>`
}
