export type { LeftOut } from './recording/message.ts'
export {
  type KnownTarget,
  type ReadFacts,
  type RecordedLedger,
  type Recordings,
  readRecordings,
} from './recording/read.ts'
export { shownWithout } from './recording/shown.ts'
