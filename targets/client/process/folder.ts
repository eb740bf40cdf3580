import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { ClientResult, SavedFile, Written } from '../../../conformance/ports/client.ts'
import { utf8 } from '../../evidence/body.ts'
import { submissionText } from './submission-text.ts'

const MOST_FILES = 50
const MOST_FILE_BYTES = 64 * 1024 * 1024
const MOST_RESULT_BYTES = 1024 * 1024

/** The folders and files of one start of the client. */
export interface ClientFolder {
  readonly submission: string
  /** The client's own folder, empty at first. */
  readonly work: string
  /** A folder for what the client itself leaves behind: its `TMPDIR`. */
  readonly temporary: string
  readonly ca?: string
  /** Reads what the client left. */
  read(): Promise<{ readonly result: ClientResult; readonly files: readonly SavedFile[] }>
  /** The beginning of `result.json`, even if it is no JSON; one character for each byte. */
  resultText(): Promise<string>
  remove(): Promise<void>
}

/** Makes the folder for one start of the client, with its submission and the authority to trust. */
export async function clientFolder(
  submission: unknown,
  written: Written,
  ca?: string,
): Promise<ClientFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'quote-client-'))
  const work = join(folder, 'work')
  const temporary = join(folder, 'tmp')
  const names = { submission: join(folder, 'submission.json'), ca: join(folder, 'ca.pem') }
  await mkdir(work)
  await mkdir(temporary)
  await writeFile(names.submission, submissionText(written, submission))
  if (ca !== undefined) await writeFile(names.ca, ca)
  return {
    submission: names.submission,
    work,
    temporary,
    ...(ca !== undefined && { ca: names.ca }),
    read: async () => ({ result: await resultIn(work), files: await filesIn(work) }),
    resultText: () => beginningOf(join(work, 'result.json')),
    remove: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
  }
}

async function resultIn(work: string): Promise<ClientResult> {
  const file = join(work, 'result.json')
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined) return { kind: 'missing' }
  if (!found.isFile()) return { kind: 'unreadable', why: 'it is no file' }
  if (found.size > MOST_RESULT_BYTES) return { kind: 'unreadable', why: `it has ${found.size} bytes` }
  const text = utf8(await readFile(file).catch(() => new Uint8Array()))
  // Some programs put a byte order mark before each text that they write.
  const value = parseJson(text?.replace(/^\ufeff/, ''))
  return value === undefined
    ? { kind: 'unreadable', why: 'it is no JSON in UTF-8, or nests too deep' }
    : { kind: 'read', value }
}

async function beginningOf(file: string): Promise<string> {
  const found = await lstat(file).catch(() => undefined)
  if (found?.isFile() !== true) return ''
  const stream = createReadStream(file, { end: MOST_RESULT_BYTES - 1, encoding: 'latin1' })
  return text(stream).catch(() => '')
}

async function filesIn(work: string): Promise<readonly SavedFile[]> {
  const files: SavedFile[] = []
  for (const name of (await readdir(work).catch(() => [])).toSorted().slice(0, MOST_FILES)) {
    const found = await lstat(join(work, name)).catch(() => undefined)
    if (found?.isFile() !== true || found.size > MOST_FILE_BYTES) continue
    const sha256 = createHash('sha256').update(await readFile(join(work, name)))
    files.push({ name, size: found.size, sha256: sha256.digest('hex') })
  }
  return files
}
