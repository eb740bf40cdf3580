export { asSent } from './as-sent.ts'
export type { KnownTarget } from './known-target.ts'
export type { LeftOutCounts } from './message.ts'
export {
  type ReadFacts,
  type RecordedLedger,
  type Recordings,
  readRecordings,
} from './read.ts'
export { shownWithout } from './shown.ts'
export { wholeTraffic } from './traffic.ts'
export type { TrafficLine } from './traffic-line.ts'
