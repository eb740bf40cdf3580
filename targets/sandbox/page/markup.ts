/** Text that is HTML already; only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | boolean | undefined | Markup | readonly Markup[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(value: Value): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map((one: Markup) => one.text).join('')
  return String(value ?? '').replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')
}

/** HTML from a template, with every value escaped that is not HTML already. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < values.length ? written(values[index]) : '')).join(''),
  )
}

/** A table with a header; empty where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly Value[])[]): Markup {
  if (rows.length === 0) return html`<p class="none">none yet</p>`
  const cells = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)
  return html`<table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${cells}</tbody></table>`
}
