import fc, { type Arbitrary } from 'fast-check'
import { isObject } from '../../../conformance/json/object.ts'
import type { Answered } from '../worst/changing.ts'

/** A way to spoil an answer. */
export type Mutation = (answered: Answered) => Answered

const body =
  (change: (body: Buffer) => Buffer | Uint8Array | string): Mutation =>
  (answered) => ({ ...answered, body: Buffer.from(change(answered.body) as string) })

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Texts that often break programs. */
const texts: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      '..',
      '\ud800',
      '\udfff\ud800',
      '__proto__',
      'constructor',
      'null',
      '[redacted]',
      '{{x}}',
      '$x',
      '$&',
    ],
    ...[
      '2026-02-30',
      '+275761-01-01T00:00:00.000Z',
      '0000-00-00',
      '-1',
      '1e999',
      '$',
      '$,,,.00',
      '$1,00',
      '٣',
      '\u202e',
    ],
    ...[
      '<script>',
      "'; --",
      '\u001b[2J',
      'http://',
      'javascript:x',
      '//',
      'http://[',
      'https://\ud800',
      '%',
      '%ff',
      'a@',
      '@',
    ],
    'x'.repeat(100_000),
  ),
)

/** Unexpected JSON values. */
const values: Arbitrary<unknown> = fc.oneof(
  texts,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1e308,
    5e-324,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    { length: 5 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(JSON.parse(nested(150, '[', ']')), JSON.parse(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`)),
)

/** The paths of all values in a JSON value, as steps from its root. */
function placesIn(value: unknown, from: readonly string[] = []): readonly (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [from, ...inner.flatMap(([key, one]) => placesIn(one, [...from, key]))]
}

function put(
  value: unknown,
  [step, ...below]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === step ? put(one, below, change) : one))
  return isObject(value) ? { ...value, [step]: put(value[step], below, change) } : value
}

/** Puts a value at one place in the JSON of an answer. */
const inJson = (which: number, value: unknown): Mutation =>
  body((bytes) => {
    const text = bytes.toString('utf8')
    try {
      const json: unknown = JSON.parse(text)
      const places = placesIn(json)
      const changed = put(json, places[which % places.length] ?? [], () => value)
      return JSON.stringify(changed) ?? ''
    } catch {
      return text
    }
  })

const HEADERS = [
  ...[
    'content-type',
    'date',
    'retry-after',
    'location',
    'www-authenticate',
    'set-cookie',
    'content-encoding',
  ],
  ...['x-ratelimit-limit', 'api-version', 'deprecation', 'etag', 'content-disposition', 'x-none'],
]
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})

/** Every way to spoil an answer. The result can still be written as HTTP. */
export const mutations: Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(200), values).map(([which, value]) => inJson(which, value)) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => body(() => bytes)),
  texts.map((text) => body(() => text)),
  fc.json({ maxDepth: 4 }).map((text) => body(() => text)),
  fc.nat(5000).map((length) => body((bytes) => bytes.subarray(0, length % (bytes.length + 1)))),
  fc.tuple(fc.nat(5000), fc.nat(255)).map(([at, byte]) =>
    body((bytes) => {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) changed[at % changed.length] = byte
      return changed
    }),
  ),
  fc.constantFrom(10, 199, 201, 20_000).map((depth) => body(() => nested(depth, '[', ']'))),
  fc
    .constantFrom(199, 20_000)
    .map((depth) => body((bytes) => nested(depth, '{"data":', '}').replace('}', `${bytes}}`))),
  fc
    .constantFrom(
      200,
      201,
      202,
      204,
      206,
      302,
      304,
      307,
      400,
      401,
      403,
      404,
      409,
      418,
      422,
      451,
      500,
      502,
      599,
    )
    .map(
      (status): Mutation =>
        (answered) => ({ ...answered, status }),
    ),
  fc.tuple(fc.constantFrom(...HEADERS), headerText).map(
    ([name, value]): Mutation =>
      (answered) => ({ ...answered, headers: { ...answered.headers, [name]: value } }),
  ),
)
