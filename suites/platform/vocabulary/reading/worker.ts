import { parentPort } from 'node:worker_threads'
import { readDescriptionText } from './description.ts'
import { readPdf } from './pdf.ts'
import type { ReadingTask } from './reading.ts'

/** Reads what it is sent, one file after the other; it may be stopped at any moment. */
parentPort?.on('message', async (task: ReadingTask) => {
  const read = task.kind === 'pdf' ? await readPdf(task.bytes) : await readDescriptionText(task.text)
  parentPort?.postMessage(read)
})
