import { TEMPLATE } from '../../profile/template.ts'

/** Thrown when a template cannot be filled in: it has no value, or one that may not stand there. */
export class TemplateProblem extends Error {}

export type TemplateValues = Readonly<Record<string, unknown>>

/**
 * Fills the templates in a JSON value. A text that is exactly `{name}` becomes the value with its type; inside a longer
 * text its text is put in.
 *
 * @throws TemplateProblem
 */
export function filled(value: unknown, given: TemplateValues): unknown {
  if (typeof value === 'string') {
    const [, whole] = /^\{([A-Za-z_]\w*)\}$/.exec(value) ?? []
    return whole === undefined ? filledText(value, given) : lookup(whole, given)
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, given))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, given)]))
}

/**
 * Fills the templates in a text.
 *
 * @param encode applied to each text that is put in, with the name of its value
 * @throws TemplateProblem
 */
export function filledText(
  text: string,
  given: TemplateValues,
  encode: (name: string, text: string) => string = (_, same) => same,
): string {
  return text.replaceAll(TEMPLATE, (_, name: string) => {
    const value = lookup(name, given)
    return encode(name, typeof value === 'string' ? value : JSON.stringify(value))
  })
}

function lookup(name: string, given: TemplateValues): unknown {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (value !== undefined) return value
  const names = Object.keys(given)
  throw new TemplateProblem(
    `{${name}} is nothing that it is given (${names.length > 0 ? names.join(', ') : 'nothing at all'})`,
  )
}
