import { createInterface } from 'node:readline/promises'
import { interruption } from './interruption.ts'
import type { Io } from './io.ts'
import { main } from './main.ts'

/** Runs the command line of this process and ends it with the exit code. */
export async function start(): Promise<void> {
  const { stdout, stderr } = process
  for (const stream of [stdout, stderr]) {
    // A reader that closes early (`| head`) must not crash the program.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  let interrupted: AbortSignal | undefined
  const io: Io = {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    env: process.env,
    now: Date.now,
    color: stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    ...(stdout.isTTY && process.env.TERM !== 'dumb' ? { columns: stdout.columns || 80 } : {}),
    ...(process.stdin.isTTY && stdout.isTTY ? { ask } : {}),
    interruption: () => {
      interrupted ??= interruption(Date.now)
      return interrupted
    },
  }
  const code = await main(process.argv.slice(2), io)
  // Open handles of a library must not keep a finished command alive. The output is flushed first.
  stdout.write('', () => stderr.write('', () => process.exit(code)))
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
