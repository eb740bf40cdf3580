import { observed } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at, jsonOf, show } from '../../vocabulary/judge/json.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import type { UpdateKind } from '../../vocabulary/updates/changes.ts'
import { rates, type Update, unchanged, updateOne } from '../../vocabulary/updates/update.ts'

/** The contents of updates in words; others are named by their field. */
const UPDATED: Readonly<Partial<Record<UpdateKind, string>>> = {
  empty: 'nothing',
  all: 'all fields',
  contact_beyond_ascii: 'a contact beyond ASCII',
}

/** Makes a scenario for a legal update of a quote (4.rule.3, R13). */
function acceptance(state: QuoteState, which: UpdateKind, requirements: readonly string[]): PlatformScenario {
  const name = state.replaceAll('_', '-')
  return scenario<Update>({
    id: `update/${which.replaceAll('_', '-')}-in-${name}`,
    title: `An update of ${UPDATED[which] ?? which} is accepted in ${state}`,
    needs: state === 'approved_rate' ? [{ outcome: 'approved_rate' }] : [],
    drive: (context) => updateOne(context, state, which),
    claims: [
      ...[...requirements, `update-in-${name}`].map((requirement) =>
        claim<Update>(requirement, ({ answer }) => statusClassIs(answer, 2)),
      ),
      claim('update-code', ({ answer }) =>
        withAnswer(answer, ({ status }) => observed(`an update is answered ${status}`)),
      ),
      claim('update-settles-again', ({ settled }) =>
        observed(`${state} reaches ${settled.state ?? outcomeOf(settled.last)}`),
      ),
      claim('update-changes-contact-only', (trace) => unchanged(trace)),
      claim('update-observe-rates-afterwards', (trace) => rates(trace)),
      claim('update-observe-status-value', ({ answer }) =>
        observed(`data.status is ${show(at(jsonOf(answer), '/data/status'))}`),
      ),
    ],
  })
}

export const acceptedUpdates: readonly PlatformScenario[] = [
  acceptance('ready_to_bind', 'empty', ['update-empty-body-accepted']),
  acceptance('ready_to_bind', 'insured_contact', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'contact_beyond_ascii', []),
  acceptance('ready_to_bind', 'it_manager_same', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'it_manager_contact', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'all', ['update-all-fields-accepted']),
  acceptance('approved_rate', 'empty', ['update-empty-body-accepted']),
  acceptance('approved_rate', 'insured_contact', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'it_manager_same', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'it_manager_contact', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'all', ['update-all-fields-accepted']),
]
