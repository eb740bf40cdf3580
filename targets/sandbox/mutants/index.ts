import type { Explanations } from '../../../conformance/explained.ts'
import { once } from '../../../conformance/once.ts'
import { bindMutants } from './binds.ts'
import { checkMutants } from './checks.ts'
import { documentMutants } from './documents.ts'
import { explanationsIn } from './explanations.ts'
import { holdMutants } from './holds.ts'
import { idMutants } from './ids.ts'
import type { Mutant, SightedMutant } from './mutant.ts'
import { officeMutants } from './office/index.ts'
import { productMutants } from './products/rows.ts'
import { ratingMutants } from './rating.ts'
import { recordFormMutants } from './record-forms.ts'
import { recordFieldMutants } from './records.ts'
import { refusalMutants } from './refusals.ts'
import { reviewMutants } from './reviews.ts'
import { serviceMutants } from './service.ts'
import { sighted } from './sightings.ts'
import { tokenLifeMutants } from './token-life.ts'
import { tokenMutants } from './tokens.ts'
import { updateMutants } from './updates.ts'
import { validationMutants } from './validation.ts'
import { addressMutants } from './webhooks/addresses.ts'
import { breakerMutants } from './webhooks/breaker.ts'
import { deletionMutants } from './webhooks/deletions.ts'
import { eventMutants } from './webhooks/events.ts'
import { interruptionMutants } from './webhooks/interruptions.ts'
import { messageMutants } from './webhooks/messages.ts'
import { payloadMutants } from './webhooks/payloads.ts'
import { retryMutants } from './webhooks/retries.ts'
import { secretMutants } from './webhooks/secrets.ts'

export { type Mutant, optionsOf, type SightedMutant, type Sighting } from './mutant.ts'
export { readSightings, type Sightings } from './sightings.ts'

/** Returns known mistakes of teams that a requirement catches: one sentence for each mutant that names the requirement. */
export function catchesOf(requirement: string): readonly string[] {
  return caught().get(requirement) ?? []
}

/** The sentences of all mutants, by requirement. */
const caught = once(() => {
  const all = new Map<string, string[]>()
  for (const { says, kills } of mutants)
    for (const id of new Set(kills)) all.set(id, [...(all.get(id) ?? []), says])
  return all
})

/** Finds the known mistakes of which the failure of a requirement is only a consequence. @param ids of all requirements */
export function explanationsOf(ids: readonly string[]): Explanations {
  const key = ids.join(' ')
  const known = explained.get(key) ?? explanationsIn(mutants, ids)
  explained.set(key, known)
  return known
}

/** By the ids of all requirements: the runs of a process have mostly the same, and each mutant is compared with each of them. */
const explained = new Map<string, Explanations>()

/** Every mutant: each breaks the sandbox in one statement. */
const stated: readonly Mutant[] = [
  ...productMutants,
  ...addressMutants,
  ...bindMutants,
  ...breakerMutants,
  ...checkMutants,
  ...deletionMutants,
  ...documentMutants,
  ...eventMutants,
  ...holdMutants,
  ...idMutants,
  ...interruptionMutants,
  ...messageMutants,
  ...officeMutants,
  ...payloadMutants,
  ...ratingMutants,
  ...recordFieldMutants,
  ...recordFormMutants,
  ...refusalMutants,
  ...retryMutants,
  ...reviewMutants,
  ...secretMutants,
  ...serviceMutants,
  ...tokenLifeMutants,
  ...tokenMutants,
  ...updateMutants,
  ...validationMutants,
]

/** Every mutant with what the proof recorded of it. */
export const mutants: readonly SightedMutant[] = sighted(stated)
