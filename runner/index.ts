export { plan } from './plan.ts'
export { type RunOptions, run } from './run.ts'
export { checkSelection, type Selection } from './selection.ts'
export type { Shard } from './shard.ts'
