/*
 * Lets the n-th call of a kind fail that concerns a file of one folder. LD_PRELOAD on Linux; told by the environment:
 * FAILING_FOLDER, FAILING_CALL (write, fsync, rename, open, read), FAILING_NTH, FAILING_ALWAYS, FAILING_ERROR,
 * FAILING_MARK (a file that gets a line at each failure). With FAILING_COUNTS (a file) nothing fails, and how many
 * calls of each kind there were is written there at the end. Children of the program do not get it: LD_PRELOAD is
 * not among what is handed to them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int counted;

static const char *const kinds[] = {"write", "fsync", "rename", "open", "read"};
static int counts[5];

static void put(const char *file, const char *text) {
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0) return;
  syscall(SYS_write, fd, text, strlen(text));
  syscall(SYS_close, fd);
}

__attribute__((destructor)) static void tell(void) {
  const char *file = getenv("FAILING_COUNTS");
  char line[64];
  for (int kind = 0; file && kind < 5; kind++) {
    snprintf(line, sizeof line, "%s %d\n", kinds[kind], counts[kind]);
    put(file, line);
  }
}

static int in_folder(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int is_ours(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return in_folder(path);
}

/* Whether this call is to fail; sets errno. */
static int fails(const char *call) {
  for (int kind = 0; kind < 5; kind++)
    if (!strcmp(kinds[kind], call)) __sync_add_and_fetch(&counts[kind], 1);
  const char *wanted = getenv("FAILING_CALL"), *nth = getenv("FAILING_NTH");
  if (!wanted || !nth || strcmp(wanted, call)) return 0;
  int n = __sync_add_and_fetch(&counted, 1), first = atoi(nth);
  const char *always = getenv("FAILING_ALWAYS");
  if (!(n == first || (n > first && always && *always == '1'))) return 0;
  const char *mark = getenv("FAILING_MARK");
  if (mark) put(mark, "x\n");
  const char *error = getenv("FAILING_ERROR");
  errno = error && !strcmp(error, "ENOSPC") ? ENOSPC : EIO;
  return 1;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(write);
  return is_ours(fd) && fails("write") ? -1 : real(fd, bytes, size);
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  REAL(pwrite);
  return is_ours(fd) && fails("write") ? -1 : real(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  REAL(pwrite64);
  return is_ours(fd) && fails("write") ? -1 : real(fd, bytes, size, at);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  return is_ours(fd) && fails("write") ? -1 : real(fd, parts, count);
}
ssize_t pread(int fd, void *bytes, size_t size, off_t at) {
  REAL(pread);
  return is_ours(fd) && fails("read") ? -1 : real(fd, bytes, size, at);
}
ssize_t pread64(int fd, void *bytes, size_t size, off64_t at) {
  REAL(pread64);
  return is_ours(fd) && fails("read") ? -1 : real(fd, bytes, size, at);
}
ssize_t read(int fd, void *bytes, size_t size) {
  REAL(read);
  return is_ours(fd) && fails("read") ? -1 : real(fd, bytes, size);
}
int fsync(int fd) {
  REAL(fsync);
  return is_ours(fd) && fails("fsync") ? -1 : real(fd);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return is_ours(fd) && fails("fsync") ? -1 : real(fd);
}
int rename(const char *from, const char *to) {
  REAL(rename);
  return in_folder(to) && fails("rename") ? -1 : real(from, to);
}
int open(const char *path, int flags, ...) {
  REAL(open);
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return in_folder(path) && (flags & O_ACCMODE) != O_RDONLY && fails("open") ? -1 : real(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  REAL(open64);
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return in_folder(path) && (flags & O_ACCMODE) != O_RDONLY && fails("open") ? -1 : real(path, flags, mode);
}
