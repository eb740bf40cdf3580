import { parentPort } from 'node:worker_threads'
import { readDescriptionText } from './description.ts'
import { readPdf } from './pdf.ts'
import type { ReadingTask } from './reading.ts'

// Reads the files that it is sent, one after the other. The keeper may stop this thread at any moment.
parentPort?.on('message', async (task: ReadingTask) => {
  const read =
    task.kind === 'pdf' ? await readPdf(task.bytes, task.sought) : await readDescriptionText(task.text)
  parentPort?.postMessage(read)
})
