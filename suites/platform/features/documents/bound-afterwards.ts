import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import { updateOne } from '../../vocabulary/updates/update.ts'

/** A course of a quote before its bind: it may affect the documents even afterwards. */
interface Way {
  readonly id: string
  readonly title: string
  readonly needs?: readonly PlatformNeed[]
  /** Makes a quote, and returns its id and its state. */
  make(context: PlatformContext): Promise<{ readonly id: string; readonly state: string | undefined }>
}

const WAYS: readonly Way[] = [
  {
    id: 'update',
    title: 'was changed and bound',
    async make(context) {
      const { quote, settled } = await updateOne(context, 'ready_to_bind', 'all')
      // A re-rating may lead to another state (R13).
      return { id: quote.id, state: settled.state }
    },
  },
  {
    id: 'review',
    title: 'was approved by a review and bound',
    needs: [{ outcome: 'underwriter_review' }, { operator: 'review_approve' }],
    async make({ quotes, operator }) {
      const { id } = await quotes.reach('underwriter_review')
      await operator.perform('review_approve', { quote_id: id })
      return { id, state: (await quotes.reviewed(id)).state }
    },
  },
  {
    id: 'raise',
    title: 'has a raised retention and was bound',
    needs: [{ outcome: 'retention_raised' }],
    async make({ quotes }) {
      const { id } = await quotes.create('retention_raised')
      return { id, state: (await quotes.settle(id)).state }
    },
  },
]

/** Asks for the documents of quotes that are bound after an unusual course (3.documents, R17, R18). */
export const boundAfterwards: readonly PlatformScenario[] = WAYS.map(({ id, title, needs = [], make }) =>
  scenario<readonly Download[]>({
    id: `documents/in-bound-after-${id}`,
    title: `Documents of a quote that ${title} are there or refused as the availability table says`,
    needs: [...needs, { operator: 'hold_issue' }, { operator: 'release_issue' }],
    exclusive: true,
    shows: requirementsOfRows('bound'),
    async drive(context) {
      const { api, quotes, operator, facts } = context
      const made = await make(context)
      if (made.state !== 'ready_to_bind') return []
      return whileHeld(operator, 'issue', async () => {
        await api.bind(made.id)
        const { state } = await quotes.follow(made.id, (seen) => seen === 'bound', facts.timing.issue)
        return state === 'bound' ? downloadsIn(await readRow(context, made.id, 'bound')) : []
      })
    },
    claims: openingClaims((downloads) => downloads),
  }),
)
