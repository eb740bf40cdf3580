import { ConformanceError } from '../conformance/errors.ts'

const NAME = '@pact-foundation/pact'

/**
 * Makes sure that the Pact library is installed. It brings native programs, so that nobody gets it who does not ask.
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
