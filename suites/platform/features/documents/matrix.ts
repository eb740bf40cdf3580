import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import { CannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import { QUOTE_STATES, type QuoteState } from '../../../../spec/lifecycle.ts'
import { OTHER_PARTNER, OWN, withCredentials } from '../../vocabulary/access/asking.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type Download,
  type DownloadRow,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { canHold, HELD_BY, whileHeld } from '../../vocabulary/operator/hold.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import { uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'
import { needsToReach } from '../../vocabulary/quotes/reach.ts'

/**
 * One scenario for each of the eight states: asks for all four documents, as both partners (3.documents, R12, R17, R18). Statements judge
 * the answers.
 */
export const documentMatrix: readonly PlatformScenario[] = QUOTE_STATES.map((state) =>
  scenario<readonly Download[]>({
    id: `documents/in-${state.replaceAll('_', '-')}`,
    title: `Documents of a quote in ${state} are there or refused as the availability table says`,
    needs: needsToReach(state),
    exclusive: state in HELD_BY,
    shows: [...requirementsOfRows(state), ...DOCUMENTS.map((name) => `${name}-foreign-quote`)],
    drive: (context) => readIn(context, state),
    claims: openingClaims((downloads) => downloads),
  }),
)

/** Reads the documents of a quote of each partner, as far as they come to a state. */
async function readIn(context: PlatformContext, state: QuoteState): Promise<readonly Download[]> {
  const { operator, facts } = context
  const hasSecond = facts.credentials.has('other_partner')
  const work = HELD_BY[state]
  const readAs = async (owner: PlatformContext, otherPartner: CredentialsChoice): Promise<DownloadRow> => {
    const { id } = await owner.quotes.reach(state)
    const row = await readRow(owner, id, state)
    const answers = hasSecond ? await askAsOtherPartner(owner, id, otherPartner) : []
    // A document that another partner got is a breach, whatever became of the state.
    if (work !== undefined && !canHold(operator, work) && !answers.some(succeeded))
      await stayedIn(owner, id, state, work)
    return row
  }
  const read = async () => {
    const own = await readAs(context, OTHER_PARTNER)
    const second = hasSecond
      ? await readAs(withCredentials(context, OTHER_PARTNER), OWN).catch(unlessUnable)
      : undefined
    return downloadsIn(own, second)
  }
  return work === undefined ? read() : whileHeld(operator, work, read)
}

/** Asks for all four documents of a quote with the credentials of another partner, after a read that shows that those are valid. */
async function askAsOtherPartner(
  { api, unique }: PlatformContext,
  id: string,
  credentials: CredentialsChoice,
): Promise<readonly Exchange[]> {
  await api.status(uuidOfNoQuote(unique()), { credentials })
  const answers: Exchange[] = []
  for (const name of DOCUMENTS) answers.push(await api.document(name, id, { credentials }))
  return answers
}

/** @throws CannotTell when a quote did not stay in a state that ends by itself, for as long as reads may lag behind its end */
async function stayedIn(
  { quotes }: PlatformContext,
  id: string,
  state: QuoteState,
  work: 'rating' | 'issue',
): Promise<void> {
  const { state: seen } = await quotes.caughtUp(id, (one) => one !== state)
  if (seen !== state)
    throw new CannotTell(
      `the quote was in ${seen ?? 'no readable state'} afterwards`,
      `operator.hold_${work}`,
    )
}
