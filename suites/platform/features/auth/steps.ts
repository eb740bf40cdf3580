import type { SchemeChoice, TokenChoice } from '../../../../conformance/ports/platform.ts'
import { CannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import { inTurn } from '../../../in-turn.ts'
import { OTHER_PARTNER, withCredentials } from '../../vocabulary/access/asking.ts'
import { onEachOperation, type PerformAll } from '../../vocabulary/access/each-operation.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'

type Partner = 'own' | 'other-partner'

/** Quotes of a partner for each operation, and the quote that is only read. */
interface Quotes {
  readonly read: string
  readonly performAll?: PerformAll
}

/** The state of a course: the tokens that were kept by their names, when they were granted, and the quotes of each partner. */
interface Stage {
  readonly context: PlatformContext
  readonly kept: Map<string, { readonly token: TokenChoice; readonly at: number; readonly partner: Partner }>
  readonly quotes: Map<Partner, Quotes>
}

/** A step of a course. */
export type CourseStep = (stage: Stage) => Promise<void>

/** Carries out the steps of a course, which have made no quotes so far. */
export const takeCourse = (steps: readonly CourseStep[], context: PlatformContext): Promise<void> =>
  inTurn(...steps)({ context, kept: new Map(), quotes: new Map() })

/** Makes one quote that is read. */
export const oneQuote: CourseStep = async ({ context, quotes }) => {
  const { id } = await context.quotes.reach('ready_to_bind')
  quotes.set('own', { read: id })
}

/** Makes a quote for each operation. Without a second partner, the steps with its tokens are left out. */
export const makeQuotes =
  (partner: Partner): CourseStep =>
  async ({ context, quotes }) => {
    const isOwn = partner === 'own'
    if (!isOwn && !context.facts.credentials.has('other_partner')) return
    const making = onEachOperation(isOwn ? context : withCredentials(context, OTHER_PARTNER))
    const performAll = await (isOwn ? making : making.catch(unlessUnable))
    if (performAll !== undefined) quotes.set(partner, { read: performAll.read, performAll })
  }

/** Asks for a token and keeps it. */
export const hold =
  (name: string, partner: Partner = 'own'): CourseStep =>
  async ({ context: { http, clock }, kept, quotes }) => {
    if (!quotes.has(partner)) return
    const { token } = await http.holdToken(partner)
    if (token !== undefined) kept.set(name, { token, at: clock.now(), partner })
    else if (partner === 'own') throw new CannotTell('no token was issued to keep')
  }

const TOKENS = ['own', 'other-partner', 'expired'] as const

/** The token with a name, its partner and that partner's quotes; undefined where one of them is missing. */
function named(name: string, { kept, quotes }: Stage) {
  const partner = kept.get(name)?.partner ?? (name === 'other-partner' ? name : 'own')
  const token = kept.get(name)?.token ?? TOKENS.find((one) => one === name)
  const its = quotes.get(partner)
  const key = partner === 'own' ? 'primary' : 'other-partner'
  return token === undefined || its === undefined ? undefined : ({ token, key, ...its } as const)
}

/** Reads a quote with each of some tokens. */
export const readAll =
  (...names: readonly string[]): CourseStep =>
  async (stage) => {
    for (const name of names) await readWith(name)(stage)
  }

export const readWith =
  (name: string, scheme: SchemeChoice = 'Bearer'): CourseStep =>
  async (stage) => {
    const its = named(name, stage)
    if (its === undefined) return
    const { token, key } = its
    await stage.context.api.status(its.read, { credentials: { token, key, scheme } })
  }

/** Performs each operation with a token. */
export const askEach =
  (name: string, withKey?: 'secondary'): CourseStep =>
  async (stage) => {
    const its = named(name, stage)
    if (withKey !== undefined && !stage.context.facts.credentials.has('secondary_integration_key')) return
    await its?.performAll?.({ token: its.token, key: withKey ?? its.key })
  }

const changed = ({ quotes }: Stage): readonly string[] => {
  const performAll = quotes.get('own')?.performAll
  return performAll === undefined ? [] : [performAll.changed.update, performAll.changed.bind]
}

/** Reads the quotes that an update and a bind would change. */
export const readChanged: CourseStep = async (stage) => {
  for (const id of changed(stage)) await stage.context.api.status(id)
}

/** Reads them for a while: a refused request may still be carried out. */
export const watchChanged: CourseStep = async (stage) => {
  for (const id of changed(stage)) await stage.context.quotes.stays(id)
}

/** Asks for a token that is not kept. */
export const ask =
  (clientSecret?: 'wrong'): CourseStep =>
  async ({ context: { http } }) => {
    await http.requestToken(clientSecret && { clientSecret })
  }

/** Waits. On real time, what takes longer than a run may wait is left out, with the steps that follow it here. */
export const laterOn =
  (ms: number, ...steps: readonly CourseStep[]): CourseStep =>
  async (stage) => {
    const { clock, facts } = stage.context
    if (!clock.virtual && ms > (facts.timing.longestWait ?? Number.POSITIVE_INFINITY)) return
    clock.awaits('what becomes of tokens', ms)
    await clock.sleep(ms)
    await inTurn(...steps)(stage)
  }

/** Waits until a token was granted so long ago. */
export const waitUntil =
  (ms: number, name: string): CourseStep =>
  async (stage) => {
    const { clock } = stage.context
    await clock.sleep(Math.max(0, (stage.kept.get(name)?.at ?? 0) + ms - clock.now()))
  }

/** Carries out steps only where the clock can be moved. */
export const onMovedClock =
  (...steps: readonly CourseStep[]): CourseStep =>
  async (stage) => {
    if (stage.context.clock.virtual) await inTurn(...steps)(stage)
  }

/** Carries out steps only where the platform handed out a token again, so that its lifetime began anew. */
export const whereHandedOutAgain =
  (...steps: readonly CourseStep[]): CourseStep =>
  async (stage) => {
    const tokens = [...stage.kept.values()].map(({ token }) => JSON.stringify(token))
    if (new Set(tokens).size < tokens.length) await inTurn(...steps)(stage)
  }

const statusOfOwn =
  (action: 'deactivate_client' | 'activate_client'): CourseStep =>
  async ({ context: { operator, facts } }) => {
    await operator.perform(action, { client_id: facts.clientId })
  }

/** Deactivates the profile's own client. */
export const deactivate = statusOfOwn('deactivate_client')

/** Carries out steps of which one deactivates the profile's own client, and always activates it afterwards. */
export const activeAfter =
  (...steps: readonly CourseStep[]): CourseStep =>
  async (stage) => {
    try {
      await inTurn(...steps)(stage)
    } finally {
      await statusOfOwn('activate_client')(stage)
    }
  }

export const whileInactive = (...steps: readonly CourseStep[]): CourseStep =>
  activeAfter(deactivate, ...steps)

/** Asks for several tokens at the same moment, as processes of a partner that start together, and reads with each of them. */
export const readWithSeveral =
  (count: number): CourseStep =>
  async (stage) => {
    const names = Array.from({ length: count }, (_, place) => `together ${place + 1}`)
    await Promise.all(names.map((name) => hold(name)(stage)))
    await readAll(...names)(stage)
  }

/** Binds the quote with a token, carries out steps while its issue is held back, and waits for the issue. */
export const bindWhileHeld =
  (name: string, ...steps: readonly CourseStep[]): CourseStep =>
  async (stage) => {
    const its = named(name, stage)
    if (its === undefined) return
    const { api, quotes } = withCredentials(stage.context, { token: its.token })
    await whileHeld(stage.context.operator, 'issue', async () => {
      await api.bind(its.read)
      await inTurn(...steps)(stage)
    })
    await quotes.issue(its.read)
  }
