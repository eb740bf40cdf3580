import type { Script, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { SILENCE } from '../../../../vocabulary/attempts/too-late.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'

const FAILURE = { kind: 'answer', status: 500 } as const
const SUCCESS = { kind: 'answer', status: 200 } as const
/** A success in the last second before the deadline. */
export const SLOW_SUCCESS = { ...SUCCESS, delayMs: 7000, atMost: true } as const

export const taking: Script = [SUCCESS]
export const refusing: Script = [FAILURE]
/** A script of some failures, then successes. */
export const failing = (times: number): Script => [...Array.from({ length: times }, () => FAILURE), SUCCESS]
const FOUR = failing(4)
/** Failures of different kinds, since all of them count (R26), then successes. */
const VARIOUSLY: Script = [
  { kind: 'answer', status: 302 },
  SILENCE,
  { kind: 'answer', status: 404 },
  { kind: 'answer', status: 503 },
  SUCCESS,
]
/** Late successes, more than the failures that open the breaker, then prompt ones. */
const LATE: Script = [...Array.from({ length: 6 }, () => SLOW_SUCCESS), SUCCESS]

const CREATED = 'quote.created'
/** The types that a quote causes, and those that an operator causes. */
type Types = typeof CREATED | 'of quotes' | 'of operators'

/** How an endpoint begins. */
interface Opening {
  /** Its answers to the event of the quote that starts everything. */
  readonly script: Script
  /** Its types; the second choice where the platform refuses the first. */
  readonly types: readonly (readonly Types[])[]
  /** It answers so to all events. */
  readonly always?: true
}

/** Each of them gets the event of every quote. */
const NEEDED = {
  /** Fails until it is disabled. Nothing of any type may come then. */
  always: { script: refusing, types: [['of quotes']] },
  /** Fails four times now, and four times after the window. */
  below: { script: FOUR, types: [[CREATED]] },
  /** Fails four times now, and once late in the window. None of the events of operators may come afterwards either. */
  spread: { script: VARIOUSLY, types: [[CREATED, 'of operators'], [CREATED]] },
  /** Fails four times, and once again soon after a success. */
  afterSuccess: { script: FOUR, types: [[CREATED]] },
  /** Fails once at first, twice shortly before that failure leaves the window, and three times shortly after. */
  across: { script: failing(1), types: [[CREATED]] },
} satisfies Record<string, Opening>

/** Those without which the others are judged all the same. How many endpoints an account may have is not shown. */
const OPTIONAL = {
  /** Accepts all events of every type. */
  steady: { script: taking, types: [['of quotes', 'of operators'], ['of quotes']] },
  /** Accepts the first events at 7 s and the others at once. */
  slow: { script: LATE, types: [['of quotes']], always: true },
  /** Fails four times, and once after a rotation of its secret. */
  afterRotation: { script: FOUR, types: [[CREATED]] },
  /** Fails four times, and once with an event of another type. */
  otherType: { script: FOUR, types: [['of quotes']] },
} satisfies Record<string, Opening>

/** The endpoints by name. */
export type Failing = Readonly<Record<keyof typeof NEEDED, WebhookEndpoint>> &
  Readonly<Partial<Record<keyof typeof OPTIONAL, WebhookEndpoint>>>

/** Opens the endpoints, the needed ones first. */
export async function openFailing(context: PlatformContext, quotes: ScheduleQuotes): Promise<Failing> {
  const { webhooks, operator, spec } = context
  const typesOf = (one: Types): readonly string[] =>
    one === CREATED
      ? [one]
      : spec.delivery.events.flatMap(({ type, cause }) =>
          (cause === 'operator') === (one === 'of operators') ? [type] : [],
        )
  const open = async ({ script, types, always }: Opening): Promise<WebhookEndpoint> => {
    const [first = [], ...others] = types.map((some) => some.flatMap(typesOf))
    let endpoint = await webhooks.open(first).catch(others.length > 0 ? unlessUnable : undefined)
    for (const some of others) endpoint ??= await webhooks.open(some)
    endpoint?.answer(script, always ? {} : quotes.named('shared'))
    return endpoint as WebhookEndpoint
  }
  const { afterRotation, otherType, ...further } = OPTIONAL
  const optional = {
    ...further,
    ...(operator.can('rotate_secret') && { afterRotation }),
    ...(typesOf('of quotes').includes('quote.proposalReady') && { otherType }),
  }
  const opened: [string, WebhookEndpoint][] = []
  for (const [name, one] of Object.entries<Opening>(NEEDED)) opened.push([name, await open(one)])
  for (const [name, one] of Object.entries<Opening>(optional)) {
    const endpoint = await open(one).catch(unlessUnable)
    if (endpoint !== undefined) opened.push([name, endpoint])
  }
  return Object.fromEntries(opened) as unknown as Failing
}
