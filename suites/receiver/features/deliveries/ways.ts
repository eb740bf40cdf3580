import type { Exchange } from '../../../../conformance/exchange.ts'
import { onceFor } from '../../../../conformance/once.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { uuidOf } from '../../../../generators/events.ts'
import {
  type RightChoices,
  type RightSending,
  type RightWay,
  rightWays,
} from '../../../../generators/right-ways.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { ofBrokerage } from '../../vocabulary/drafts/brokerages.ts'
import type { Sending } from '../../vocabulary/drafts/draft.ts'
import { inOtherLetters } from '../../vocabulary/drafts/other-letters.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { driveEach, eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allInTime, allOf, isAccepted, isAcceptedInTime } from '../../vocabulary/judge/answer.ts'
import { NO_SECRET } from '../../vocabulary/judge/no-secret.ts'

/** A valid event with its two attempts. */
export interface SentEvent {
  readonly way: RightWay
  readonly id: string
  readonly attempts: readonly Exchange[]
}

interface Trace {
  readonly sent: readonly SentEvent[]
  /** Absent in traces that an older version of the suite recorded. */
  readonly choices?: RightChoices
  readonly effects: Effects
}

/** Enough ways for every pair of unusual properties to occur together. */
const WAYS = 40

const WHAT = 'ways of sending right deliveries'
const tooSlow = async (context: ReceiverContext) =>
  new LeftOut(`ways of sending were left out, since ${await slownessOf(context)}`)

/** An unusual property of a delivery, with the requirement that judges it. */
type Part = readonly [requirement: string, isIn: (way: RightWay, sending: RightSending) => boolean]

const PARTS: readonly Part[] = [
  ['receiver-accepts-the-previous-secret', (_, { secret }) => secret === 'previous'],
  ['receiver-accepts-any-event-id', ({ id }) => id !== 'uuid'],
  ['receiver-accepts-a-body-over-16-kb', ({ kilobytes }) => kilobytes > 16],
  ['receiver-accepts-chunks', (_, { framing }) => framing === 'chunked'],
  ['receiver-accepts-pieces', (_, { framing }) => framing === 'pieces' || framing === 'late-body'],
  ...(['small', 'capital', 'title-case'] as const).map(
    (letters): Part => ['receiver-accepts-any-header-case', (_, { names }) => names === letters],
  ),
  ['receiver-accepts-whole-seconds', (_, { time }) => time === 'seconds' || time === 'millionths'],
  ['receiver-accepts-timestamp-offsets', (_, { time }) => time === 'offset'],
  ['receiver-verifies-non-ascii', ({ letters }) => letters === 'others'],
  ['receiver-accepts-texts-of-any-form', ({ brokerage }) => brokerage === 'another'],
  // The repeat is written in another way than the first attempt, but it is the same event.
  [
    'receiver-accepts-a-repeat',
    ({ first, again }, sending) => sending === again && again.layout !== first.layout,
  ],
]

/** Requirements that a profile can rule out, each with the reason and its key. */
const RULED_OUT: Readonly<Record<string, (choices: RightChoices) => Verdict | undefined>> = {
  'receiver-accepts-the-previous-secret': ({ secrets }) =>
    secrets.includes('previous') ? undefined : NO_SECRET.previous,
  'receiver-accepts-texts-of-any-form': ({ brokerages }) =>
    brokerages.includes('another')
      ? undefined
      : cannotTell('the profile names the brokerage of all events', 'receiver.brokerage_id'),
}

/** Valid deliveries are accepted in whatever way they are sent. They are recognised in whatever way they are repeated. */
export const deliveriesInWays: ReceiverScenario = sendScenario<Trace>({
  id: 'deliveries/ways',
  title: 'Valid deliveries are accepted and remembered, however they are sent',
  async drive(context) {
    const choices = choicesOf(context)
    const sent = await sendAll(context, choices)
    const ids = takenOf(sent).map(({ id }) => id)
    return { sent, choices, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    ...[...new Set(PARTS.map(([requirement]) => requirement))].map((requirement) =>
      claim<Trace>(requirement, (trace) => taken(trace, requirement)),
    ),
    claim('receiver-answers-within-8-seconds', ({ sent }, { spec }) =>
      allInTime(
        sent.flatMap(({ attempts }) => attempts),
        spec,
      ),
    ),
    claim('receiver-processes-each-event', ({ sent, effects }) =>
      eachProcessed(effects, takenOf(sent), processedAtAll),
    ),
    claim('receiver-processes-once', ({ sent, effects }) =>
      eachProcessed(effects, takenOf(sent), processedOnce),
    ),
  ],
})

const takenOf = (sent: readonly SentEvent[]) =>
  sent
    .filter(({ attempts }) => attempts.some(isAccepted))
    .map(({ id, attempts }) => ({ id, exchanges: attempts }))

/** One attempt, with its unusual properties. */
interface Attempt {
  readonly name: string
  readonly exchange: Exchange
  readonly parts: readonly Part[]
}

const attemptsOf = onceFor((sent: readonly SentEvent[]): readonly Attempt[] =>
  sent.flatMap(({ way, attempts }) =>
    attempts.map((exchange, turn) => {
      const sending = turn === 0 ? way.first : way.again
      const parts = PARTS.filter(([, isIn]) => isIn(way, sending))
      return { name: nameOf(way, sending, turn), exchange, parts }
    }),
  ),
)

/** Properties with which no delivery was accepted. Each of them explains a refusal by itself. */
const neverTaken = onceFor((sent: readonly SentEvent[]): ReadonlySet<Part> => {
  const taken = new Set(
    attemptsOf(sent).flatMap(({ exchange, parts }) => (isAccepted(exchange) ? parts : [])),
  )
  return new Set(PARTS.filter((part) => !taken.has(part)))
})

/**
 * Judges the deliveries of a requirement. A delivery with several properties belongs to the one that explains its refusal, or
 * else to the first.
 */
function taken({ sent, choices }: Trace, requirement: string): Verdict {
  const own = attemptsOf(sent).filter(
    ({ parts }) => (parts.find((part) => neverTaken(sent).has(part)) ?? parts[0])?.[0] === requirement,
  )
  if (own.length > 0) return allOf(own.map(({ name, exchange }) => accepted(exchange, name)))
  const ruledOut = choices && RULED_OUT[requirement]?.(choices)
  return ruledOut ?? cannotTell('no delivery was sent in such a way')
}

/** The choices that the profile leaves. */
const choicesOf = ({ facts }: ReceiverContext): RightChoices => ({
  secrets: facts.secrets.has('previous') ? ['own', 'previous'] : ['own'],
  brokerages: facts.brokerageNamed ? ['usual'] : ['usual', 'another'],
})

async function sendAll(context: ReceiverContext, choices: RightChoices): Promise<readonly SentEvent[]> {
  const time = await context.time()
  const { isQuick } = time
  if (!time.has(isQuick ? 'casesMs' : 'variantsMs')) {
    time.leaveOut(WHAT, WAYS)
    throw await tooSlow(context)
  }
  const types = eventTypesOf(context.spec).map(({ type }) => type)
  const generated = rightWays(types, choices, context.generation.seed, WAYS)
  const sent = await driveEach(
    context,
    WHAT,
    generated.map((way) => ({ way, variant: !isQuick })),
    ({ way }) => sendOne(context, way),
    ({ attempts }) => attempts.every((one) => isAcceptedInTime(one, context.spec)),
  )
  if (sent.length === 0) throw await tooSlow(context)
  return sent
}

async function sendOne(context: ReceiverContext, way: RightWay): Promise<SentEvent> {
  const { draft, signed, send, timestamp, unique } = context
  const made = ofBrokerage(context.event(way.type), way)
  const event = draft(way.type, { id: IDS[way.id](unique()) })
  const attempts: Exchange[] = []
  for (const sending of [way.first, way.again])
    attempts.push(
      await send(
        signed(
          { ...event, body: bodyOf(made, way, sending), timestamp: TIMES[sending.time](timestamp()) },
          optionsOf(sending),
        ),
      ),
    )
  return { way, id: event.id, attempts }
}

const IDS: Readonly<Record<RightWay['id'], (unique: string) => string>> = {
  uuid: uuidOf,
  digits: (unique) =>
    String(BigInt(`0x${unique}`))
      .padStart(18, '1')
      .slice(0, 18),
  zeros: (unique) => `000${String(BigInt(`0x${unique}`))}`.slice(0, 18),
  long: (unique) => `event-${unique}`.padEnd(120, '0'),
  // Characters as in base64 and in URLs.
  marks: (unique) => `${unique}+/%41=`,
  short: (unique) => unique.slice(0, 7),
}

/** Ways to write a time with milliseconds. */
const TIMES: Readonly<Record<RightSending['time'], (iso: string) => string>> = {
  thousandths: (iso) => iso,
  seconds: (iso) => iso.replace(/\.\d+Z$/, 'Z'),
  millionths: (iso) => iso.replace('Z', '417Z'),
  offset: (iso) => iso.replace('Z', '+00:00'),
}

const optionsOf = ({ secret, names, framing }: RightSending): Sending & Pick<RightSending, 'secret'> => ({
  secret,
  ...(framing !== 'whole' && { framing }),
  ...(names !== 'as-stated' && { names }),
})

function bodyOf(made: object, { letters, kilobytes }: RightWay, { layout }: RightSending): string {
  const text = JSON.stringify(made, null, layout === 'indented' ? 2 : 0)
  const body = letters === 'others' ? inOtherLetters(text) : text
  return body.replace('"data":', `"data":${' '.repeat(kilobytes * 1024)}`)
}

const FRAMED: Readonly<Record<RightSending['framing'], string | false>> = {
  whole: false,
  chunked: 'in chunks',
  pieces: 'in pieces',
  'late-body': 'with a late body',
}

function nameOf(way: RightWay, sending: RightSending, turn: number): string {
  const { secret, names, framing, layout, time } = sending
  const unusual = [
    secret === 'previous' && 'signed with the previous secret',
    way.id !== 'uuid' && `Event-ID: ${way.id}`,
    FRAMED[framing],
    names !== 'as-stated' && `header names in ${names} letters`,
    way.letters === 'others' && 'letters beyond ASCII',
    way.brokerage === 'another' && 'of another brokerage',
    layout === 'indented' && 'indented',
    time !== 'thousandths' && `Timestamp with ${time}`,
    way.kilobytes > 0 && `of ${way.kilobytes} kB`,
  ].filter((words) => words !== false)
  return [`attempt ${turn + 1}`, ...unusual, way.type].join(', ')
}
