import type { CircumstanceCause } from '../../../generators/journeys/circumstances.ts'
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

/** Why actions of journeys cannot be carried out on a target; absent for those that can. */
function lacksOn(
  context: PlatformContext,
  works: readonly Work[],
): Readonly<Partial<Record<JourneyAction, string | undefined>>> {
  const { facts, operator } = context
  const without = (isThere: boolean, why: string) => (isThere ? undefined : `${why} in the profile`)
  const act = (name: Parameters<typeof operator.can>[0]) =>
    without(operator.can(name), `no operator action ${name}`)
  const credential = (name: Parameters<typeof facts.credentials.has>[0]) =>
    without(facts.credentials.has(name), `no credential ${name}`)
  const hold = (work: Work) =>
    without(works.includes(work), `no operator actions hold_${work} and release_${work}`)
  const clients =
    act('create_client') ??
    act('deactivate_client') ??
    without(clientsOf(context) !== undefined, 'no credentials.partner_id')
  return {
    approve: act('review_approve'),
    decline: act('review_decline'),
    onboard: act('onboard_broker'),
    'change-client': clients,
    'deactivate-client': clients,
    listen: without(canOpen(context, true), 'no operator action register_endpoint'),
    rotate: credential('secondary_integration_key'),
    'access-as-other-partner': credential('other_partner'),
    'hold-rating': hold('rating'),
    'hold-issue': hold('issue'),
  }
}

/** All that journeys may do on a target, with what its profile offers. */
export function possibleOn(context: PlatformContext, works: readonly Work[]): Possible {
  const { facts, spec } = context
  const lacks = lacksOn(context, works)
  return {
    outcomes: [
      'ready_to_bind',
      ...OUTCOMES.filter((outcome) => outcome in facts.outcomes && isKnown(outcome, spec)),
    ],
    actions: JOURNEY_ACTIONS.filter((action) => lacks[action] === undefined),
    partners: facts.credentials.has('other_partner') ? ['own', 'other'] : ['own'],
  }
}

/** Says what a profile lacks for a circumstance. Undefined where it lacks nothing: the version may not have the circumstance. */
export function lackOfCircumstance(
  { outcome, action, made }: CircumstanceCause,
  context: PlatformContext,
  works: readonly Work[],
): string | undefined {
  const { facts, spec } = context
  if (outcome !== undefined && !(outcome in facts.outcomes))
    return isKnown(outcome, spec) ? `no recipe for the outcome ${outcome} in the profile` : undefined
  const lacks = lacksOn(context, works)
  if (action !== undefined && lacks[action] !== undefined) return lacks[action]
  if (made?.key !== undefined) return lacks.rotate
  return made?.partner === undefined ? undefined : lacks['access-as-other-partner']
}
