import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { openBench } from '../judge.ts'
import { type Alarms, judgeVariants } from './alarms.ts'
import { type Extent, judgeMutant, type Kill } from './kills.ts'

/** Tasks of a thread. Mutants and variants are functions, so they are named and not sent. */
export type Task =
  | { readonly kind: 'mutant'; readonly id: string; readonly extent: Extent }
  | { readonly kind: 'variants'; readonly ids: readonly string[]; readonly extent: Extent }

export type TaskResult<T extends Task> = T extends { kind: 'mutant' } ? Kill : Alarms

const bench = openBench()

/** Performs a task on the thread that this file was loaded in. */
export async function perform(task: Task): Promise<Kill | Alarms> {
  if (task.kind === 'mutant') {
    const mutant = mutants.find(({ id }) => id === task.id)
    if (mutant === undefined) throw new RangeError(`there is no mutant ${task.id}`)
    return judgeMutant(await bench, mutant, task.extent)
  }
  const chosen = variants.filter(({ id }) => task.ids.includes(id))
  return judgeVariants(await bench, chosen, task.extent)
}
