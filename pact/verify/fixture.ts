import type { CredentialsChoice, TokenRequest } from '../../conformance/ports/platform.ts'
import { CannotTell, type Finding } from '../../conformance/verdict.ts'
import { QUOTE_STATES } from '../../spec/index.ts'
import type { PlatformContext } from '../../suites/platform/index.ts'
import type { StateRecipe } from './states.ts'

/** The setup of one interaction: what its provider states created, and how it is undone. */
export interface Fixture {
  /** Id of the quote; `none` where the file's id must belong to no quote. */
  quote?: string
  outcome?: string
  event?: string
  /** True where the request must cause an internal error. */
  fails: boolean
  credentials: CredentialsChoice
  client: NonNullable<TokenRequest['clientId']>
  readonly undo: (() => Promise<unknown>)[]
  /** Ids of the exchange and the delivery that the verifier was given. */
  shown: Pick<Finding, 'exchange' | 'arrival'>
}

export const emptyFixture = (): Fixture => ({
  credentials: {},
  client: 'own',
  fails: false,
  undo: [],
  shown: {},
})

/**
 * Sets up a provider state.
 * @throws CannotTell when the target does not reach it or the profile offers no way
 */
export async function setUp(context: PlatformContext, recipe: StateRecipe, fixture: Fixture): Promise<void> {
  const { token, key, client, quote, proposal, submissions, event, hold, fails } = recipe
  if (token !== undefined)
    fixture.credentials = { ...fixture.credentials, token: token === 'expired' ? expired(context) : token }
  if (key !== undefined) fixture.credentials = { ...fixture.credentials, key }
  if (client === 'inactive' && !context.facts.credentials.has('inactive_client'))
    throw new CannotTell('the profile names no inactive client', 'credentials.inactive_client')
  if (client !== undefined) fixture.client = client
  if (submissions !== undefined) fixture.outcome = submissions
  if (event !== undefined) fixture.event = event
  if (fails) fixture.fails = true
  if (hold !== undefined) await holdWork(context, 'rating', fixture)
  if (quote === 'none') fixture.quote = quote
  else if (quote !== undefined) fixture.quote = await reached(context, quote, fixture)
  if (proposal && fixture.quote !== undefined) await proposed(context, fixture.quote)
}

function expired({ facts }: PlatformContext): 'expired' {
  if (facts.credentials.has('expired_token')) return 'expired'
  throw new CannotTell('the profile names no token whose lifetime is over', 'credentials.expired_token')
}

/** Releases what was held, in reverse order. */
export async function tearDown({ undo }: Fixture): Promise<void> {
  for (const one of undo.splice(0).reverse()) await one().catch(() => undefined)
}

async function holdWork(
  { operator }: PlatformContext,
  work: 'rating' | 'issue',
  fixture: Fixture,
): Promise<void> {
  await operator.perform(`hold_${work}`)
  fixture.undo.push(() => operator.perform(`release_${work}`))
}

async function reached(context: PlatformContext, name: string, fixture: Fixture): Promise<string> {
  const state = QUOTE_STATES.find((one) => one === name)
  if (state === undefined) throw new CannotTell(`no quote can be brought to ${name}`, '--states')
  if (state === 'pending') await holdWork(context, 'rating', fixture)
  if (state === 'bound') await holdWork(context, 'issue', fixture)
  return (await context.quotes.reach(state)).id
}

/** Waits until the proposal can be read, or as long as the profile allows. */
async function proposed({ api, clock, facts }: PlatformContext, id: string): Promise<void> {
  const start = clock.now()
  while (clock.now() - start <= facts.timing.proposal) {
    const { answer } = await api.document('quote-proposal', id)
    if (answer?.status !== 409) return
    await clock.sleep(facts.timing.pollInterval)
  }
}
