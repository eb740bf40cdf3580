import { ConformanceError } from '../conformance/errors.ts'

const NAME = '@pact-foundation/pact'

/**
 * Checks that the Pact library is installed. It contains native programs, so it is installed only by those who want it.
 *
 * @throws ConformanceError PACT_MISSING
 */
export function demandLibrary(): void {
  try {
    import.meta.resolve(NAME)
  } catch {
    throw new ConformanceError('PACT_MISSING', `this command needs ${NAME}, which is not installed`, {
      hint: `npm install ${NAME}@17`,
    })
  }
}
