import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { asciiOnly } from '../../../../generators/event-texts.ts'
import type { EventBody } from '../../../../generators/events.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { type Answered, deliverEach, eventTypesOf, type Named } from '../../vocabulary/driving/send.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { readingsOf } from '../../vocabulary/readings/index.ts'

/** Ways to write a body. `plain-number` shows whether the receiver accepts additional fields at all. */
type Kind = 'whitespace' | 'order' | 'escapes' | 'letters' | 'plain-number' | 'number'
type Trace = readonly Answered<Kind>[]
type Way = Pick<Named<Kind>, 'name' | 'kind' | 'variant'> & { readonly body: string }

const FOREIGN = 'Müller & Søn 保険 Страх\u2028e\u0301 🛡️'

/**
 * Sends bodies that a receiver verifies wrongly if it parses and serialises them again, or decodes them wrongly (6.signature.1,
 * R30).
 */
export const rawBody: ReceiverScenario = sendScenario<Trace>({
  id: 'deliveries/raw-body',
  title: 'The signature is verified over the bytes of the body',
  drive: (context) =>
    deliverEach(context, 'ways to write a body', [
      ...waysOf(context).map(({ body, ...way }) => ({
        ...way,
        draft: context.draft('quote.created', { body }),
      })),
      ...otherTypes(context),
    ]),
  claims: [
    claim('receiver-verifies-other-whitespace', (trace) => under(trace, 'whitespace')),
    claim('receiver-verifies-other-key-order', (trace) => under(trace, 'order')),
    claim('receiver-verifies-escapes', (trace) => under(trace, 'escapes')),
    claim('receiver-verifies-non-ascii', (trace) => under(trace, 'letters')),
    claim('receiver-verifies-number-spellings', numbers),
  ],
})

/** One way for each requirement, and variants of it. */
function waysOf({ event }: ReceiverContext): readonly Way[] {
  const made = event('quote.created')
  const named = (name: string): EventBody => ({
    ...made,
    data: { ...made.data, customer: { name, email: 'contact@example.com' } },
  })
  const json = JSON.stringify(made)
  const { data, ...envelope } = made
  const number = (spelling: string) => json.replace(/}$/, `,"premium":${spelling}}`)
  return [
    way('whitespace', 'whitespace: indented by two', JSON.stringify(made, null, 2)),
    variant(
      'whitespace',
      'whitespace: indented by tabs, lines end with CRLF',
      JSON.stringify(made, null, '\t').replaceAll('\n', '\r\n'),
    ),
    variant('whitespace', 'whitespace: blanks around it', `  ${json} `),
    // Larger than one read of a socket or a small buffer, but still the same event.
    variant(
      'whitespace',
      'whitespace: ten thousand blanks in it',
      json.replace('"data":', `"data":${' '.repeat(10_000)}`),
    ),
    way('order', 'order: reversed', JSON.stringify(reversed(made))),
    variant('order', 'order: data first', JSON.stringify({ data, ...envelope })),
    way('escapes', 'escapes: letters as \\u', asciiOnly(JSON.stringify(named('Müller')))),
    variant('escapes', 'escapes: plain letters as \\u', json.replace('Acme', '\\u0041cme')),
    variant('escapes', 'escapes: pairs of surrogates', asciiOnly(JSON.stringify(named('Shield 🛡️ 👩‍💻')))),
    variant(
      'escapes',
      'escapes: letters as \\u in capitals',
      asciiOnly(JSON.stringify(named('Mëyer Ünal'))).replace(
        /\\u([0-9a-f]{4})/g,
        (_, hex: string) => `\\u${hex.toUpperCase()}`,
      ),
    ),
    variant(
      'escapes',
      'escapes: slashes',
      JSON.stringify(named('A/S <b> & Co')).replaceAll('/', '\\/').replace('<', '\\u003c'),
    ),
    way('letters', 'letters: of many scripts', JSON.stringify(named(FOREIGN))),
    variant('letters', 'letters: of Latin-1', JSON.stringify(named('Café Señor'))),
    way('plain-number', 'number: 100', number('100')),
    way('number', 'number: 1e2', number('1e2')),
    variant('number', 'number: 1E+2', number('1E+2')),
    ...readWays(made),
  ]
}

/** Bodies that a lossy reading changes. */
const readWays = (made: EventBody): readonly Way[] =>
  readingsOf(made).flatMap(({ name, other, event: kind }) =>
    kind === undefined
      ? []
      : [variant(kind, `${kind}: against ${name}`, Buffer.from(other).toString('utf8'))],
  )

/** The same ways, for each of the other events. */
function otherTypes({ spec, event, draft }: ReceiverContext): readonly Named<Kind>[] {
  return eventTypesOf(spec)
    .filter(({ type }) => type !== 'quote.created')
    .flatMap(({ type }) => {
      const named = (name: string) =>
        JSON.parse(
          JSON.stringify(event(type)).replaceAll(/(Acme Manufacturing Inc|Example Brokerage LLC)/g, name),
        )
      const written = [
        variant('whitespace', 'whitespace: indented by two', JSON.stringify(event(type), null, 2)),
        variant('order', 'order: reversed', JSON.stringify(reversed(event(type)))),
        variant('escapes', 'escapes: letters as \\u', asciiOnly(JSON.stringify(named('Müller 🛡️')))),
        variant('letters', 'letters: of many scripts', JSON.stringify(named(FOREIGN))),
      ]
      return written.map(({ name, body, ...way }) => ({
        ...way,
        name: `${name}, ${type}`,
        draft: draft(type, { body }),
      }))
    })
}

const way = (kind: Kind, name: string, body: string): Way => ({ name, kind, body })
const variant = (kind: Kind, name: string, body: string): Way => ({ ...way(kind, name, body), variant: true })

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

function under(trace: Trace, ...kinds: readonly Kind[]): Verdict {
  const chosen = trace.filter(({ kind }) => kinds.includes(kind))
  return allOf(chosen.map(({ name, exchange }) => accepted(exchange, name)))
}

/** Events have no numbers, so the test adds one. A receiver that refuses additional fields shows nothing about numbers. */
function numbers(trace: Trace): Verdict {
  const plain = trace.find(({ kind }) => kind === 'plain-number')
  if (plain === undefined || !isAccepted(plain.exchange))
    return cannotTell('an event with a further field that is a number was refused')
  return under(trace, 'plain-number', 'number')
}
