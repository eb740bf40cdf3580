import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'

const CONTACT = { first_name: 'Morgan', last_name: 'Reyes', email: 'morgan.reyes@example.com' }

/** Updates whose validity the specification leaves open (R2, R13). */
const OPEN: readonly (readonly [what: string, requirement: string, changes: unknown])[] = [
  ['unknown-fields', 'update-unknown-fields', { favourite_colour: 'green' }],
  [
    'it-manager-email',
    'update-observe-it-manager-email',
    { it_manager_contact: { email: 'not an address' } },
  ],
  [
    'partial-contact',
    'update-observe-partial-contact',
    { insured_contact: { first_name: CONTACT.first_name } },
  ],
  ['null-fields', 'update-observe-null-fields', { it_manager_same: null }],
  [
    'preferred-method',
    'update-observe-preferred-method',
    { insured_contact: { ...CONTACT, preferred_method: 'carrier pigeon' } },
  ],
]

export const openUpdates: readonly PlatformScenario[] = [
  ...OPEN.map(([what, requirement, changes]) =>
    scenario<Exchange>({
      id: `update/open-${what}`,
      title: 'The answer to an update that the specification leaves open',
      drive: async ({ api, quotes }) => api.update((await quotes.reach('ready_to_bind')).id, changes),
      claims: [claim(requirement, (answer) => observedAnswer(answer))],
    }),
  ),
  scenario<Exchange>({
    id: 'update/open-no-body',
    title: 'The answer to an update without a body',
    drive: async ({ api, quotes }) =>
      api.update((await quotes.reach('ready_to_bind')).id, undefined, { body: '' }),
    claims: [claim('update-observe-no-body', (answer) => observedAnswer(answer))],
  }),
]
