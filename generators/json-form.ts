import fc, { type Arbitrary } from 'fast-check'

/** Another way to write the same JSON value. */
export interface JsonForm {
  /** The order of members, at every depth. */
  readonly order: 'forwards' | 'backwards' | 'by-length'
  /** White space between tokens: any of the four characters that JSON allows. */
  readonly space: string
  /** True where characters beyond ASCII and slashes are written as escapes. */
  readonly escaped: boolean
}

export const jsonForm: Arbitrary<JsonForm> = fc.record({
  order: fc.constantFrom('forwards', 'backwards', 'by-length'),
  space: fc.constantFrom('', ' ', '\t', '\r\n', '\n  ', ' \t\r\n'),
  escaped: fc.boolean(),
})

/** Writes a value in a form (RFC 8259). Numbers and the order of arrays stay as they are. */
export function written(value: unknown, form: JsonForm): string {
  const { space } = form
  const list = (items: readonly string[], [open, close]: readonly [string, string]) =>
    `${open}${space}${items.join(`${space},${space}`)}${space}${close}`
  if (Array.isArray(value))
    return list(
      value.map((inner) => written(inner, form)),
      ['[', ']'],
    )
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(orders[form.order])
    return list(
      members.map(([name, inner]) => `${text(name, form)}${space}:${space}${written(inner, form)}`),
      ['{', '}'],
    )
  }
  return typeof value === 'string' ? text(value, form) : JSON.stringify(value)
}

type Member = readonly [name: string, value: unknown]

const orders: Readonly<Record<JsonForm['order'], (one: Member, other: Member) => number>> = {
  forwards: ([one], [other]) => (one < other ? -1 : 1),
  backwards: ([one], [other]) => (one < other ? 1 : -1),
  'by-length': ([one], [other]) => one.length - other.length,
}

function text(value: string, { escaped }: JsonForm): string {
  const plain = JSON.stringify(value)
  return escaped ? plain.replaceAll('/', '\\/').replace(/[\u007f-\uffff]/g, codeOf) : plain
}

const codeOf = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
