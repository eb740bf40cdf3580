/** The programmatic interface: `import { run } from 'quote-conformance'`. */
export { ConformanceError } from '../conformance/errors.ts'
export type { RunEvent } from '../conformance/events.ts'
export type { Report } from '../reporters/report.ts'
export { exitCodeOf } from '../reporters/report.ts'
export { assertConformant } from './assert.ts'
export type { JudgeOptions, RunOptions } from './options.ts'
export {
  judgeRecording,
  type RecordedBreach,
  type RecordingOptions,
  type RecordingVerdict,
} from './recording.ts'
export { judge, run } from './run.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
