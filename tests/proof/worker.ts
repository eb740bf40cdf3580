import { once } from '../../conformance/once.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { openBench } from '../judge.ts'
import { type JudgedProduct, judgeProducts, type PlatformOfProducts } from '../products/judge.ts'
import { type Cell, type JudgedCell, judgeCell } from '../versions/cell.ts'
import { type Alarms, judgeVariants } from './alarms.ts'
import { type Extent, judgeMutant, type Kill } from './kills.ts'
import { narrowMutant } from './narrow.ts'

// The stack of an error takes a tenth of the time, since each connection that ends makes one. A proof shows messages only.
Error.stackTraceLimit = 0

/** Tasks of a thread. Mutants and variants are functions, so only their names are sent. */
export type Task =
  | { readonly kind: 'mutant'; readonly id: string; readonly extent: Extent; readonly narrows?: boolean }
  | {
      readonly kind: 'variants'
      readonly ids: readonly string[]
      readonly extent: Extent
      /** It takes real time, and little work. */
      readonly waits?: boolean
    }
  | { readonly kind: 'cell'; readonly cell: Cell; readonly scenarios: readonly string[] }
  | { readonly kind: 'products'; readonly platform: PlatformOfProducts }

interface Results {
  readonly mutant: Kill
  readonly variants: Alarms
  readonly cell: JudgedCell
  readonly products: readonly JudgedProduct[]
}

export type TaskResult<T extends Task> = Results[T['kind']]

const newest = once(() => openBench())

/** Performs a task on the thread that loaded this file. */
export async function perform(task: Task): Promise<Results[keyof Results]> {
  if (task.kind === 'cell') return judgeCell(task.cell, task.scenarios)
  const bench = await newest()
  if (task.kind === 'products') return judgeProducts(bench, task.platform)
  if (task.kind === 'mutant') {
    const mutant = mutants.find(({ id }) => id === task.id)
    if (mutant === undefined) throw new RangeError(`there is no mutant ${task.id}`)
    return task.narrows ? narrowMutant(bench, mutant) : judgeMutant(bench, mutant, task.extent)
  }
  const chosen = variants.filter(({ id }) => task.ids.includes(id))
  return judgeVariants(bench, chosen, task.extent)
}
