import { mergePatch } from './merge-patch.ts'

export type Submission = Record<string, unknown>

/**
 * A valid submission that no other one of the run equals, since what becomes of an identical second one is left open (R2).
 *
 * @param base the known-good submission
 * @param patch RFC 7396 merge patch that brings about an outcome; what it sets is left as it is, because it may be the trigger
 * @param unique a number that no other submission of the run has
 */
export function uniqueSubmission(base: Readonly<Submission>, patch: unknown, unique: number): Submission {
  const submission = mergePatch(base, patch) as Submission
  const touched = isRecord(patch) ? patch : {}
  const { insured_name: name, insured_contact: contact } = submission
  const email = isRecord(contact) ? contact.email : undefined
  return {
    ...submission,
    ...(typeof name === 'string' && !('insured_name' in touched) && { insured_name: `${name} ${unique}` }),
    ...(typeof email === 'string' &&
      !touchesEmail(touched.insured_contact) && {
        insured_contact: { ...(contact as Submission), email: email.replace('@', `${unique}@`) },
      }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const touchesEmail = (patch: unknown): boolean =>
  patch !== undefined && (!isRecord(patch) || 'email' in patch)
