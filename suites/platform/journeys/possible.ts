import {
  JOURNEY_ACTIONS,
  type JourneyAction,
  type Possible,
  type Work,
} from '../../../generators/journeys/journey.ts'
import { QUOTE_STATES } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { ownPartnerId } from '../vocabulary/operator/own-partner.ts'
import { canOpen } from './endpoints.ts'

/** Outcomes, other than `ready_to_bind`, whose submission makes a quote. */
const OUTCOMES = ['underwriter_review', 'approved_rate', 'failed', 'retention_raised'] as const

/** Says whether the version has the state that an outcome is named after, if any. */
const isKnown = (outcome: string, { lifecycle }: Spec): boolean =>
  !QUOTE_STATES.some((state) => state === outcome && lifecycle.named(state) === undefined)

/** The partner for which an operator can make clients and take them out of use; undefined where nobody can. */
export const clientsOf = ({ facts, operator }: PlatformContext): string | undefined =>
  operator.can('create_client') && operator.can('deactivate_client') ? ownPartnerId(facts) : undefined

/** All that journeys may do on a target, with what its profile offers. */
export function possibleOn(context: PlatformContext, works: readonly Work[]): Possible {
  const { facts, operator, spec } = context
  const hasClients = clientsOf(context) !== undefined
  const lacks: Partial<Record<JourneyAction, boolean>> = {
    approve: !operator.can('review_approve'),
    decline: !operator.can('review_decline'),
    onboard: !operator.can('onboard_broker'),
    'change-client': !hasClients,
    'deactivate-client': !hasClients,
    listen: !canOpen(context, true),
    rotate: !facts.credentials.has('secondary_integration_key'),
    'access-as-other-partner': !facts.credentials.has('other_partner'),
    'hold-rating': !works.includes('rating'),
    'hold-issue': !works.includes('issue'),
  }
  return {
    outcomes: [
      'ready_to_bind',
      ...OUTCOMES.filter((outcome) => outcome in facts.outcomes && isKnown(outcome, spec)),
    ],
    actions: JOURNEY_ACTIONS.filter((action) => lacks[action] !== true),
    partners: facts.credentials.has('other_partner') ? ['own', 'other'] : ['own'],
  }
}
