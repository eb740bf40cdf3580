import { CannotTell } from '../../../../conformance/verdict.ts'

/** Takes the place of an endpoint that is refused: how many of them a partner may have is not shown. */
export function unlessNone(error: unknown): undefined {
  if (!(error instanceof CannotTell)) throw error
}
