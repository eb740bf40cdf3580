import { defectsIn } from '../../defect-table.ts'
import type { Defect } from './defect.ts'
import { READINGS } from './readings.ts'
import { receiverDefectOf } from './table.ts'

/** A receiver for each lossy reading: it also takes the signature of a body that only reads like the one that came. */
const readingDefects = Object.fromEntries(
  Object.keys(READINGS).map((reading) => {
    const name = `verifies the body that came or the body ${reading}`
    const row = { takesRead: reading, finds: ['receiver-refuses-changed-body'] }
    return [name, receiverDefectOf(name, 'forgeries/readings', row)]
  }),
)

/** Receivers with one defect each, by a description of the defect. */
export const defects: Readonly<Record<string, Defect>> = {
  ...defectsIn('forgeries.yaml', import.meta.url, receiverDefectOf),
  ...readingDefects,
  ...defectsIn('deliveries.yaml', import.meta.url, receiverDefectOf),
}
