export { writeAllure } from './allure/write.ts'
export { githubAnnotations, gitlabAnnotations } from './annotations.ts'
export { causeId } from './cause-id.ts'
export * from './certificate/index.ts'
export {
  type Baseline,
  causesNamedIn,
  type KnownFailure,
  namedIn,
  type WeighedFailures,
  weigh,
} from './compare/baseline.ts'
export { compareRuns, type RunComparison } from './compare/compare.ts'
export { comparisonText, weighedText } from './compare/text.ts'
export { eventsOf } from './events.ts'
export { ctrfOf } from './formats/ctrf.ts'
export { harPieces } from './formats/har.ts'
export { reportHtml } from './html/index.ts'
export { jobSummary } from './job-summary.ts'
export { writeJson, writeWhole } from './json.ts'
export { jsonlWriter, readEvents } from './jsonl.ts'
export { junitXml } from './junit.ts'
export { markdownText } from './markdown.ts'
export { mergeShards, missingShards } from './merge.ts'
export { type Lacking, missingKeyLines } from './missing-keys.ts'
export { judgeableText, outlookText } from './outlook.ts'
export { printable } from './printable.ts'
export { progress } from './progress.ts'
export { count } from './prose.ts'
export { type RunRecord, recorder, runRecordOf } from './record.ts'
export {
  type RecordingFacts,
  recordingExitCode,
  recordingJson,
  recordingText,
  recordingVerdict,
} from './recording.ts'
export { exitCodeOf, makeReport, type Report } from './report.ts'
export { REPRODUCTIONS, reproductionsOf } from './reproduction/index.ts'
export { shellWord } from './shell.ts'
export { type Style, styleFor } from './style.ts'
export { summaryText } from './summary.ts'
export { verdictStream } from './verdict-lines.ts'
export { verdictWord } from './verdict-word.ts'
export { wrapped } from './wrapped.ts'
export { element } from './xml.ts'
