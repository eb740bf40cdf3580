/** Why a file or folder could not be read or written, by the code of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EFBIG: 'a file has become larger than is allowed',
  EIO: 'the disk fails',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'this user is not allowed to',
  EPERM: 'this user is not allowed to',
  EROFS: 'its disk can only be read',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'it is a file, or a broken link',
  ENOENT: 'it, or a folder of its path, does not exist',
  ELOOP: 'it is a link to itself',
  EMFILE: 'too many files are open',
  EADDRINUSE: 'something else listens there',
  EADDRNOTAVAIL: 'it is no address of this machine',
}

/** Says whether an error is the system's: about a file, a folder or a connection. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

/** Says in plain words why a file or folder could not be read or written; the first line of the message of any other error. */
export function reasonOf(error: unknown): string {
  const known = isSystemError(error) ? REASONS[error.code ?? ''] : undefined
  return known ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
}
