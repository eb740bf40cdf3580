import { readFileSync } from 'node:fs'
import { isObject } from '../../conformance/json/object.ts'
import type { PlatformFacts } from '../../conformance/ports/platform.ts'
import type { TargetFacts } from '../../conformance/ports/target.ts'
import type { PlatformProfile } from '../profile/profile.ts'
import { credentialsOf } from './needs.ts'
import { partnerIn } from './partner-id.ts'

const OWN_SUBMISSION = new URL('../../test-data/submission.json', import.meta.url)
const DAYS_AHEAD = 30
const DAY_MS = 86_400_000

/**
 * Returns the contents of a platform's profile, without secrets.
 * @param apiVersion the changelog version that the run judges by
 * @param now milliseconds since the epoch
 * @param discovered recipes that the profile lacks and the suite found
 */
export function factsOf(
  profile: PlatformProfile,
  apiVersion: string,
  now: number,
  discovered: PlatformProfile['outcomes'] = {},
): PlatformFacts {
  const { name, environment, baseUrl, authUrl, outcomes, timing, credentials, description } = profile
  const other = partnerIn(credentials.otherPartner?.clientId)
  return {
    name,
    environment,
    baseUrl,
    authUrl,
    apiVersion,
    submission: profile.submission ?? ownSubmission(now),
    submissionFrom: profile.submission ? 'profile' : 'suite',
    outcomes: { ...discovered, ...outcomes },
    discovered: new Set(Object.keys(discovered).filter((outcome) => !(outcome in outcomes))),
    timing: timingOf(timing),
    credentials: credentialsOf(profile) as PlatformFacts['credentials'],
    clientId: credentials.clientId,
    clientIds: [
      credentials,
      credentials.inactiveClient,
      credentials.otherPartner,
      credentials.disabledPartner,
    ].flatMap((client) => client?.clientId ?? []),
    ...(credentials.partnerId !== undefined && { partnerId: credentials.partnerId }),
    ...(other !== undefined && { otherPartnerId: other }),
    ...(description && { description: description.location }),
  }
}

/** Returns the times that the suite waits for, without those that concern no scenario: of one answer, and of the whole run. */
function timingOf({ answer: _, run: __, ...timing }: PlatformProfile['timing']): PlatformFacts['timing'] {
  return timing
}

/** The suite's own known-good submission; its policy begins in thirty days (UTC). */
function ownSubmission(now: number): Readonly<Record<string, unknown>> {
  const data: unknown = JSON.parse(readFileSync(OWN_SUBMISSION, 'utf8'))
  const effective = new Date(now + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10)
  return { ...(data as Readonly<Record<string, unknown>>), effective_date: effective }
}

/** Real time that a platform of another process gets for work beside its clock: as long as the shortest wait in vain. */
const BESIDE_MS = 5_000

/**
 * The part of the facts that reports show.
 *
 * @param embedded nobody else uses the target, and it finishes all work before it says that its clock has moved
 * @param partnerId the profile's own partner, as registrations name it
 */
export const reportedFacts = (
  {
    name,
    environment,
    baseUrl,
    apiVersion,
    timing: { rating, proposal, issue, deliverySlack },
    otherPartnerId,
    clientId,
    outcomes,
  }: PlatformFacts,
  { embedded, partnerId }: { readonly embedded: boolean; readonly partnerId?: string },
): TargetFacts => {
  const clientPartnerId = partnerIn(clientId)
  return {
    ...{ name, environment, baseUrl, apiVersion },
    deliverySlackMs: deliverySlack,
    deadlines: { rating, proposal, issue, delivery: deliverySlack, beside: embedded ? 0 : BESIDE_MS },
    ...(partnerId !== undefined && { partnerId }),
    ...(otherPartnerId !== undefined && { otherPartnerId }),
    ...(clientPartnerId !== undefined && { clientPartnerId }),
    sharedInsured: [...new Set(Object.values(outcomes).flatMap(insuredIn))],
  }
}

/** The name and the email address of an insured that a recipe sets. */
function insuredIn(recipe: unknown): readonly string[] {
  if (!isObject(recipe)) return []
  const { insured_name: name, insured_contact: contact } = recipe
  const texts = [name, isObject(contact) ? contact.email : undefined]
  return texts.filter((text) => typeof text === 'string')
}
