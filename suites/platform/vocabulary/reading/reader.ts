import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { compileCache } from '../../../../conformance/compile-cache.ts'
import {
  BOUNDS,
  DOCUMENT_BOUNDS,
  type Opening,
  type ReadingAnswer,
  type ReadingLimits,
  type ReadingOf,
  type ReadingTask,
} from './reading.ts'

/** The result of reading a file, or why the reader was stopped. */
export type ReadResult<K extends keyof ReadingOf> =
  | { readonly kind: 'read'; readonly value: ReadingOf[K] }
  | { readonly kind: 'stopped'; readonly why: string }

/** Reads one file at a time. A thread that runs out of memory may end its process, so the reader has a process of its own. */
const turn = pLimit(1)
let child: ChildProcess | undefined

/**
 * Reads a file of the target in another process, within bounds of time and memory. Never throws.
 *
 * @param bounds default {@link BOUNDS}
 */
export function readFileOfTarget<T extends ReadingTask>(
  task: T,
  bounds: ReadingLimits = BOUNDS,
): Promise<ReadResult<T['kind']>> {
  return turn(async () => {
    const isUsed = child !== undefined
    const first = await ask(task, bounds)
    // The process may have ended because of data that an earlier file left in its memory.
    const answer = isUsed && child === undefined ? await ask(task, bounds) : first
    if ('stopped' in answer) return { kind: 'stopped', why: answer.stopped }
    return { kind: 'read', value: answer.read as ReadingOf[T['kind']] }
  })
}

/**
 * Opens a document as a PDF reader would (R19).
 *
 * @param sought texts to look for on its pages; default none
 */
export async function openPdf(bytes: Uint8Array, sought?: readonly string[]): Promise<Opening> {
  const reading = await readFileOfTarget({ kind: 'pdf', bytes, ...(sought && { sought }) }, DOCUMENT_BOUNDS)
  return reading.kind === 'read' ? reading.value : { pages: 0, stopped: reading.why }
}

function ask(task: ReadingTask, bounds: ReadingLimits): Promise<ReadingAnswer> {
  child ??= startReader()
  const reader = child
  return new Promise((resolve) => {
    const end = (answer: ReadingAnswer) => {
      reader.off('message', answered).off('error', failed).off('exit', gone)
      reader.unref()
      reader.channel?.unref()
      resolve(answer)
    }
    const lost = (why: string) => {
      if (child === reader) child = undefined
      reader.kill('SIGKILL')
      end({ stopped: why })
    }
    // Only a read in progress keeps the run alive; `end` calls unref again.
    reader.ref()
    reader.channel?.ref()
    const answered = (answer: unknown) => end(answer as ReadingAnswer)
    const failed = ({ message }: Error) => lost(`the reader failed: ${message}`)
    const gone = () => lost(`it takes more than ${bounds.megabytes} MB`)
    reader.on('message', answered).on('error', failed).on('exit', gone)
    reader.send({ task, bounds })
  })
}

function startReader(): ChildProcess {
  return fork(fileURLToPath(import.meta.url.replace(/reader(?=\.\w+$)/, 'keeper')), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // The child inherits no environment, since that holds secrets. The variable makes glibc return freed long buffers at once.
    env: { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), ...compileCache() },
  })
}
