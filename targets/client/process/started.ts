import type { ClientRun, Written } from '../../../conformance/ports/client.ts'
import { clientFolder } from './folder.ts'
import { runClient, type Starting } from './start.ts'

const SHOWN = 2000

export interface ClientStart extends Starting {
  readonly submission: unknown
  readonly written: Written
  /** PEM text of the authority to trust. */
  readonly ca?: string
  /** Credentials that the client must not print, each with its name; called when the client has ended. */
  readonly secrets: () => readonly (readonly [name: string, secret: string])[]
  /** Makes a text fit to be shown. */
  readonly shown: (text: string) => string
}

/** Starts the client once in a folder of its own, and reads what it left. */
export async function startClient(of: ClientStart): Promise<ClientRun> {
  const { submission, written, ca, secrets, shown } = of
  const folder = await clientFolder(submission, written, ca)
  try {
    const env = {
      ...of.env,
      QUOTE_SUBMISSION: folder.submission,
      TMPDIR: folder.temporary,
      QUOTE_WORKDIR: folder.work,
      ...(folder.ca !== undefined && { QUOTE_CA: folder.ca }),
    }
    const { end, printed, elapsedMs } = await runClient({ ...of, env })
    const text = `${printed.text()}\n${await folder.resultText()}`
    const printedSecrets = secrets()
      .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
      .map(([name]) => name)
    return {
      submission,
      end,
      ...(await folder.read()),
      printedSecrets,
      printed: shown(printed.last(SHOWN)),
      elapsedMs,
    }
  } finally {
    await folder.remove()
  }
}

/** A secret unchanged, as in a form or URL, and as in JSON. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
]
