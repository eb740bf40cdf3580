import { unlessUnable } from '../../../../conformance/verdict.ts'

/** Handles a refused registration: the first one is an error; later endpoints are left out, since their number may be limited. */
export const unlessFirst =
  (isFirst: boolean) =>
  (error: unknown): undefined => {
    if (isFirst) throw error
    unlessUnable(error)
  }
