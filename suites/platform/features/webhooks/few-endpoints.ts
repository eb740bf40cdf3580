import { unlessUnable } from '../../../../conformance/verdict.ts'

/** Handles a registration that is refused: it leaves the rest out, and the first ones show why there is nothing at all. */
export const unlessFirst =
  (isFirst: boolean) =>
  (error: unknown): undefined => {
    if (isFirst) throw error
    unlessUnable(error)
  }
