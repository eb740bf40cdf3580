import type { Mutant } from './mutant.ts'
import { validationMutants } from './validation.ts'

export { type Mutant, optionsOf } from './mutant.ts'

/** Every way in which the sandbox can be made wrong on purpose, each in one statement. */
export const mutants: readonly Mutant[] = [...validationMutants]
