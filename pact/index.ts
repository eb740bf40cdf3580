export { type CheckedFile, checkPact, type Versions } from './check.ts'
export { readPact } from './read/pact.ts'
export { checkJunit } from './report/checked.ts'
export { checkText } from './report/text.ts'
