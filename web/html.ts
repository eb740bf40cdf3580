import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** HTML that `html` made: its values are escaped already. */
export type Html = HtmlEscapedString

/** A value of a template: text is escaped, HTML stays as it is, and nothing is written for `undefined`. */
export type Piece = Html | string | number | undefined | readonly Piece[]

/** HTML from a template, with every value escaped that is not HTML already. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  // It returns a promise only for values that are promises.
  return template(parts, ...values) as Html
}
