import { QUOTE_STATES, type QuoteState } from '../../../../spec/lifecycle.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { needsToReach } from '../../vocabulary/quotes/reach.ts'
import { canHold, HELD_BY, whileHeld } from '../states/hold.ts'
import { updateOne } from '../update/accepted.ts'
import { type Row, readRow, rowClaims } from './cells.ts'

/** One scenario for each of the eight states: asks for all four documents (3.documents, R17, R18). */
export const documentMatrix: readonly PlatformScenario[] = QUOTE_STATES.map((state) =>
  scenario<Row>({
    id: `documents/in-${state.replaceAll('_', '-')}`,
    title: `Documents of a quote in ${state} are there or refused as the availability table says`,
    needs: needsToReach(state),
    alone: state in HELD_BY,
    drive: (context) => readIn(context, state),
    claims: rowClaims<Row>(state, (row) => row),
  }),
)

/** Asks for the documents of a quote that was updated before its bind: an update may affect them even afterwards. */
export const boundAfterUpdate: PlatformScenario = scenario<{ readonly row?: Row }>({
  id: 'documents/in-bound-after-update',
  title:
    'Documents of a quote that was changed and bound are there or refused as the availability table says',
  needs: [{ operator: 'hold_issue' }, { operator: 'release_issue' }],
  alone: true,
  async drive(context) {
    const { api, quotes, operator, facts } = context
    const { quote, settled } = await updateOne(context, 'ready_to_bind', 'all')
    // A re-rating may lead to another state (R13).
    if (settled.state !== 'ready_to_bind') return {}
    return whileHeld(operator, 'issue', async () => {
      await api.bind(quote.id)
      const { state } = await quotes.follow(quote.id, (seen) => seen === 'bound', facts.timing.issue)
      return state === 'bound' ? { row: await readRow(context, quote.id, 'bound') } : {}
    })
  },
  claims: rowClaims<{ readonly row?: Row }>('bound', ({ row }) => row),
})

async function readIn(context: PlatformContext, state: QuoteState): Promise<Row> {
  const { quotes, operator } = context
  const work = HELD_BY[state]
  const read = async () => readRow(context, (await quotes.reach(state)).id, state)
  const row = await (work === undefined ? read() : whileHeld(operator, work, read))
  return work === undefined || canHold(operator, work) ? row : { ...row, key: `operator.hold_${work}` }
}
