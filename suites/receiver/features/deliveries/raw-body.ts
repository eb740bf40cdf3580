import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { asciiOnly } from '../../../../generators/event-texts.ts'
import type { EventBody } from '../../../../generators/events.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Answered, deliverEach, eventsOf, type Named } from '../../vocabulary/send.ts'

type Trace = readonly Answered[]

const FOREIGN = 'Müller & Søn 保険 Страх\u2028e\u0301 🛡️'

/** One for each requirement; the others are variants. */
const FIRST: ReadonlySet<string> = new Set([
  'whitespace: indented by two',
  'order: reversed',
  'escapes: letters as \\u',
  'letters: of many scripts',
  'number: 100',
  'number: 1e2',
])

/**
 * Sends bodies that a receiver verifies wrongly if it parses and writes them again, or decodes them wrongly
 * (6.signature.1, R30).
 */
export const rawBody: ReceiverScenario = scenario<Trace>({
  id: 'deliveries/raw-body',
  title: 'The signature is verified over the bytes of the body',
  drive: (context) =>
    deliverEach(context, 'ways to write a body', [
      ...Object.entries(bodiesOf(context)).map(([name, body]) => ({
        name,
        draft: context.draft('quote.created', { body }),
        variant: !FIRST.has(name),
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

function bodiesOf({ event }: ReceiverContext): Readonly<Record<string, string>> {
  const made = event('quote.created')
  const named = (name: string): EventBody => ({
    ...made,
    data: { ...made.data, customer: { name, email: 'contact@example.com' } },
  })
  const json = JSON.stringify(made)
  const { data, ...envelope } = made
  const number = (spelling: string) => json.replace(/}$/, `,"premium":${spelling}}`)
  return {
    'whitespace: indented by two': JSON.stringify(made, null, 2),
    'whitespace: indented by tabs, lines end with CRLF': JSON.stringify(made, null, '\t').replaceAll(
      '\n',
      '\r\n',
    ),
    'whitespace: a space after colons and commas': json.replaceAll('":', '": ').replaceAll(',"', ', "'),
    'whitespace: a line end behind it': `${json}\n`,
    'whitespace: blanks around it': `  ${json} `,
    // More than one read of a socket or a small buffer holds, and still the same event.
    'whitespace: ten thousand blanks in it': json.replace('"data":', `"data":${' '.repeat(10_000)}`),
    'order: reversed': JSON.stringify(reversed(made)),
    'order: data first': JSON.stringify({ data, ...envelope }),
    'escapes: letters as \\u': asciiOnly(JSON.stringify(named('Müller'))),
    'escapes: plain letters as \\u': json.replace('Acme', '\\u0041cme'),
    'escapes: pairs of surrogates': asciiOnly(JSON.stringify(named('Shield 🛡️ 👩‍💻'))),
    'escapes: letters as \\u in capitals': asciiOnly(JSON.stringify(named('Mëyer Ünal'))).replace(
      /\\u([0-9a-f]{4})/g,
      (_, hex: string) => `\\u${hex.toUpperCase()}`,
    ),
    'escapes: slashes': JSON.stringify(named('A/S <b> & Co')).replaceAll('/', '\\/').replace('<', '\\u003c'),
    'letters: of many scripts': JSON.stringify(named(FOREIGN)),
    'letters: composed': JSON.stringify(named('Zoë Å')),
    'letters: decomposed': JSON.stringify(named('Zoe\u0308 A\u030a')),
    'letters: of Latin-1': JSON.stringify(named('Café Señor')),
    'number: 100': number('100'),
    'number: 1e2': number('1e2'),
    'number: 1E+2': number('1E+2'),
    'number: 100.00': number('100.00'),
    'number: -0': number('-0'),
    'number: 12345678901234567890': number('12345678901234567890'),
  }
}

/** The same ways, for each of the other events. */
function otherTypes({ spec, event, draft }: ReceiverContext): readonly Named[] {
  return eventsOf(spec)
    .filter(({ type }) => type !== 'quote.created')
    .flatMap(({ type }) => {
      const named = (name: string) =>
        JSON.parse(
          JSON.stringify(event(type)).replaceAll(/(Acme Manufacturing Inc|Example Brokerage LLC)/g, name),
        )
      const written: Readonly<Record<string, string>> = {
        'whitespace: indented by two': JSON.stringify(event(type), null, 2),
        'order: reversed': JSON.stringify(reversed(event(type))),
        'escapes: letters as \\u': asciiOnly(JSON.stringify(named('Müller 🛡️'))),
        'letters: of many scripts': JSON.stringify(named(FOREIGN)),
      }
      return Object.entries(written).map(([name, body]) => ({
        name: `${name}, ${type}`,
        draft: draft(type, { body }),
        variant: true,
      }))
    })
}

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

function under(trace: Trace, word: string): Verdict {
  const chosen = trace.filter(({ name }) => name.startsWith(`${word}:`))
  return allOf(chosen.map(({ name, exchange }) => accepted(exchange, name)))
}

/** Events have no numbers, so one has to be added; whoever refuses further fields shows nothing about numbers. */
function numbers(trace: Trace): Verdict {
  const plain = trace.find(({ name }) => name === 'number: 100')
  if (plain === undefined || !isAccepted(plain.exchange))
    return cannotTell('an event with a further field that is a number was refused')
  return under(trace, 'number')
}
