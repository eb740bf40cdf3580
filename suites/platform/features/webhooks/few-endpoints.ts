import { unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'

/** Handles a refused registration: the first one is an error; later endpoints are left out, since their number may be limited. */
export const unlessFirst =
  (isFirst: boolean) =>
  (error: unknown): undefined => {
    if (isFirst) throw error
    unlessUnable(error)
  }

/**
 * The reason why something could not be judged for want of an endpoint.
 *
 * @param refusal how the platform refused it, where that is known
 */
export const tooFew = (refusal?: string): Extract<Verdict, { kind: 'cannot-tell' }> => ({
  kind: 'cannot-tell',
  why: `the target registers no further endpoint${refusal === undefined ? '' : ` (${refusal})`}`,
})
