import fc, { type Arbitrary } from 'fast-check'

/** A body that is no submission at all, or is written in a way that few clients ever use. */
export interface Hostile {
  readonly label: string
  /** The bytes: text as UTF-8, or base64 where they are no UTF-8. */
  readonly body: { readonly text: string } | { readonly base64: string }
  /** True: it must be refused (R1); false: the answer is only observed (R2). */
  readonly refused: boolean
}

export const bytesOf = ({ body }: Hostile): string | Uint8Array =>
  'text' in body ? body.text : Buffer.from(body.base64, 'base64')

/** A text without a format, so that the body stays valid whatever is inserted there. */
const NAME = /"(?:insured|first)_name":"/

type Body = Readonly<Record<string, unknown>>

const text = (label: string, refused: boolean, body: string): Hostile => ({
  label,
  refused,
  body: { text: body },
})
const bytes = (label: string, body: Uint8Array): Hostile => ({
  label,
  refused: false,
  body: { base64: Buffer.from(body).toString('base64') },
})

/**
 * Bodies made from a valid one: cut short, damaged, in other encodings, with text that breaks storage, with numbers and nesting
 * that break parsers. A body that no parser takes for an object must be refused. All others are only observed, since a parser may
 * accept more than JSON (RFC 8259 section 9).
 */
export function hostileBody(valid: Body): Arbitrary<Hostile> {
  const whole = JSON.stringify(valid)
  return fc.oneof(noJson(whole), noObject(), lenient(whole), encodings(whole), strange(valid, whole))
}

function noJson(whole: string): Arbitrary<Hostile> {
  const cut = fc.integer({ min: 1, max: whole.length - 1 })
  return fc.oneof(
    cut.map((end) => text('cut short', true, whole.slice(0, end))),
    fc.constantFrom(
      text('a form', true, 'broker_email=pat%40example.com&insured_name=Acme'),
      text('markup', true, '<?xml version="1.0"?><submission/>'),
      text('brackets that are never closed', true, '['.repeat(500)),
      text('only white space', true, ' \n\t '),
    ),
  )
}

function noObject(): Arbitrary<Hostile> {
  return fc
    .oneof(fc.constantFrom('[]', '""', 'true', 'false', 'null', '[[]]', '[{}]'), fc.nat().map(String))
    .map((body) => text('no object', true, body))
}

function lenient(whole: string): Arbitrary<Hostile> {
  return fc.constantFrom(
    text('text behind the object', false, `${whole}}`),
    text('a second object', false, `${whole}{}`),
    text('single quotes', false, whole.replaceAll('"', "'")),
    text('keys without quotes', false, whole.replaceAll(/"(\w+)":/g, '$1:')),
    text('a trailing comma', false, whole.replace(/\}$/, ',}')),
    text('a comment', false, `/* quote */ ${whole}`),
    text('NaN', false, whole.replace(/^\{/, '{"remarks":NaN,')),
    text('a raw control character in a string', false, whole.replace(NAME, '$&\u0001')),
    text('a raw newline in a string', false, whole.replace(NAME, '$&\n')),
    text('an escape that there is not', false, whole.replace(NAME, '$&\\x41')),
    text('a NUL byte in front', false, `\u0000${whole}`),
    text('a byte order mark', false, `\ufeff${whole}`),
  )
}

function encodings(whole: string): Arbitrary<Hostile> {
  const named = whole.replace(NAME, '$&é')
  return fc.constantFrom(
    bytes('UTF-16', Buffer.from(whole, 'utf16le')),
    bytes('UTF-16 with a byte order mark', Buffer.from(`\ufeff${whole}`, 'utf16le')),
    bytes('Latin-1', Buffer.from(named, 'latin1')),
    bytes('an overlong encoding', overlong(whole)),
  )
}

/** A slash encoded in two bytes, which UTF-8 forbids. */
function overlong(whole: string): Uint8Array {
  const [before = whole] = whole.split(NAME)
  const behind = before.length + (NAME.exec(whole)?.[0].length ?? 0)
  return Buffer.concat([
    Buffer.from(whole.slice(0, behind)),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from(whole.slice(behind)),
  ])
}

function strange(valid: Body, whole: string): Arbitrary<Hostile> {
  const more = (label: string, members: string) => text(label, false, whole.replace(/^\{/, `{${members},`))
  const named = (label: string, words: string) => text(label, false, whole.replace(NAME, `$&${words}`))
  return fc.oneof(
    fc
      .constantFrom(...Object.keys(valid))
      .map((key) => more('a key twice', `"${key}":${JSON.stringify(valid[key])}`)),
    fc
      .constantFrom('__proto__', 'constructor', 'prototype')
      .map((key) => more('a key of prototypes', `"${key}":{"polluted":true,"isAdmin":true}`)),
    fc
      .constantFrom(64, 512, 4096)
      .map((depth) => more('deep nesting', `"remarks":${'['.repeat(depth)}${']'.repeat(depth)}`)),
    fc.constantFrom(
      named('a lone surrogate', '\\ud800'),
      named('an escaped NUL', '\\u0000'),
      named('right-to-left overrides', '\u202e'),
      named('letters of four bytes', '𠮷𩸽🚀'),
      named('combining marks', `Z${'\u0335\u0321'.repeat(40)}`),
      more('a number beyond any range', '"remarks":1e999'),
      more('a number of a thousand digits', `"remarks":${'9'.repeat(1000)}`),
      more('a very small number', '"remarks":1e-999'),
      more('a key of 10 kB', `"${'k'.repeat(10_000)}":1`),
      more('an empty key', '"":1'),
      more('a megabyte', `"remarks":"${'x'.repeat(1_000_000)}"`),
    ),
  )
}
