import { TemplateProblem } from './template.ts'

/** Values that the suite makes or takes from the profile; all others came from a target or its operator. */
const OWN: ReadonlySet<string> = new Set([
  ...['url', 'events', 'certificate', 'milliseconds'],
  ...['name', 'email', 'description', 'company_name', 'contact_name', 'password', 'broker_email'],
  ...['slot', 'method', 'path', 'count'],
])
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A text without blanks, quotation marks or characters with a meaning in a shell, and with no hyphen at its start. */
const PLAIN = /^[\w.:@~+=/][\w.:@~+=/-]{0,511}$/
const MOST_CHARACTERS = 2048
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/
const HEADER = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Checks a value that goes into a command against the shape that is stated for it.
 *
 * @throws TemplateProblem
 */
export function commandValue(name: string, text: string): string {
  if (text.includes('\0')) throw new TemplateProblem(`{${name}} holds a zero byte`)
  if (OWN.has(name)) return text
  if (name === 'quote_id' && !UUID.test(text))
    throw new TemplateProblem(`{${name}} is no uuid, and nothing else goes into a command`)
  if (!PLAIN.test(text))
    throw new TemplateProblem(
      `{${name}} is made of more than letters, digits and .:@~+=/_-, and goes into no command`,
    )
  return text
}

/**
 * Encodes a value for an address.
 *
 * @throws TemplateProblem
 */
export function urlValue(name: string, text: string): string {
  // Code that normalises URLs would take these for steps in the path.
  if (text === '.' || text === '..') throw new TemplateProblem(`{${name}} is no part of an address: ${text}`)
  return encodeURIComponent(bounded(name, text).toWellFormed())
}

/**
 * Checks that a value can stand in a header.
 *
 * @throws TemplateProblem
 */
export function headerValue(name: string, text: string): string {
  if (!HEADER.test(text)) throw new TemplateProblem(`{${name}} holds what cannot stand in a header`)
  return bounded(name, text)
}

function bounded(name: string, text: string): string {
  if (OWN.has(name)) return text
  if (text.length > MOST_CHARACTERS) throw new TemplateProblem(`{${name}} is ${text.length} characters long`)
  if (CONTROL.test(text)) throw new TemplateProblem(`{${name}} holds control characters`)
  return text
}
