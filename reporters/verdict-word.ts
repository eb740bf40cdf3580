import type { Report } from './report.ts'

/** The verdict for people. A shard without scenarios has judged nothing, so it is not called conformant. */
export const verdictWord = ({ verdict, emptyShard }: Pick<Report, 'verdict' | 'emptyShard'>): string =>
  emptyShard === true ? 'nothing to judge' : verdict
