/* Faults on demand, for a program and all that it starts: preloaded, it counts the calls that change something below a
   folder, and lets one of them fail, or ends the program there.

   FAULT_ROOT   the folder
   FAULT_COUNT  a file of eight bytes, the number of the last call
   FAULT_AT     the number of the call at which it happens; 0 for none
   FAULT_ACT    kill: everything ends, as in a power cut; die: only the process that calls; stop: everything stops, and
                can go on; else the number of an error
   FAULT_ON     where set, every later call fails too that needs room (1), or every one at all (2)
   FAULT_PART   only calls count whose path has this in it; "!" in front: has not
   FAULT_LOG    a file to which each call is written */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *root, *part, *act, *record;
static long at, on;
static uint64_t *count;

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("FAULT_COUNT");
	int fd;

	root = getenv("FAULT_ROOT");
	part = getenv("FAULT_PART");
	act = getenv("FAULT_ACT");
	record = getenv("FAULT_LOG");
	at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
	on = getenv("FAULT_ON") ? atol(getenv("FAULT_ON")) : 0;
	fd = file ? syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (count == MAP_FAILED)
		count = NULL;
	syscall(SYS_close, fd);
}

static int beneath(char *path)
{
	size_t length = root ? strlen(root) : 0;

	if (!count || !length || strncmp(path, root, length) || (path[length] != '/' && path[length]))
		return 0;
	if (part && *part == '!')
		return !strstr(path + length, part + 1);
	return !part || strstr(path + length, part) != NULL;
}

static void whole(char *out, int folder, const char *path)
{
	char link[64];
	ssize_t length;

	if (path[0] == '/') {
		snprintf(out, PATH_MAX, "%s", path);
		return;
	}
	snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
	length = readlink(link, out, PATH_MAX - 1);
	length = length < 0 ? 0 : length;
	snprintf(out + length, PATH_MAX - length, "/%s", path);
}

/* 0: the call goes on. Else it fails with errno set. Half of `data` is written before the end of everything. */
static int fails(const char *name, char *path, int needs_room, int fd, const void *data, size_t size)
{
	uint64_t number;
	char line[PATH_MAX + 64];
	int log, error;

	if (!beneath(path))
		return 0;
	number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
	if (record && (log = syscall(SYS_openat, AT_FDCWD, record, O_WRONLY | O_APPEND | O_CREAT, 0600)) >= 0) {
		syscall(SYS_write, log, line, snprintf(line, sizeof line, "%s %s\n", name, path));
		syscall(SYS_close, log);
	}
	if (!at || (long)number < at || ((long)number > at && !(on == 2 || (on == 1 && needs_room))))
		return 0;
	if (on == 1 && !needs_room)
		return 0;
	error = atoi(act);
	if (!strcmp(act, "stop")) {
		kill(0, SIGSTOP);
		return 0;
	}
	if (!error) {
		if (data && size > 1)
			syscall(SYS_write, fd, data, size / 2);
		kill(strcmp(act, "kill") ? getpid() : 0, SIGKILL);
		for (;;)
			pause();
	}
	errno = error;
	return 1;
}

static int on_path(const char *name, int folder, const char *path, int needs_room)
{
	char full[PATH_MAX];

	whole(full, folder, path);
	return fails(name, full, needs_room, -1, NULL, 0);
}

static int on_file(const char *name, int fd, int needs_room, const void *data, size_t size)
{
	char link[64], full[PATH_MAX];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	length = readlink(link, full, sizeof full - 1);
	if (length < 0)
		return 0;
	full[length] = 0;
	return fails(name, full, needs_room, fd, data, size);
}

static int opened(int folder, const char *path, int flags, mode_t mode)
{
	if ((flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT)
		if (on_path("open", folder, path, flags & (O_CREAT | O_TRUNC)))
			return -1;
	return syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN(NAME, FOLDER, ...) \
	int NAME(__VA_ARGS__ const char *path, int flags, ...) \
	{ \
		mode_t mode = 0; \
		va_list more; \
		if (flags & (O_CREAT | O_TMPFILE)) { \
			va_start(more, flags); \
			mode = va_arg(more, mode_t); \
			va_end(more); \
		} \
		return opened(FOLDER, path, flags, mode); \
	}
#define COMMA ,

OPEN(open, AT_FDCWD, )
OPEN(open64, AT_FDCWD, )
OPEN(openat, folder, int folder COMMA)
OPEN(openat64, folder, int folder COMMA)

#define REAL(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))
#define PATHS(NAME, FOLDER, PATH, ROOM, PARAMETERS, ARGUMENTS) \
	int NAME PARAMETERS \
	{ \
		return on_path(#NAME, FOLDER, PATH, ROOM) ? -1 : REAL(NAME) ARGUMENTS; \
	}
#define FILES(KIND, NAME, ROOM, DATA, SIZE, PARAMETERS, ARGUMENTS) \
	KIND NAME PARAMETERS \
	{ \
		return on_file(#NAME, fd, ROOM, DATA, SIZE) ? -1 : REAL(NAME) ARGUMENTS; \
	}

PATHS(rename, AT_FDCWD, to, 0, (const char *from, const char *to), (from, to))
PATHS(renameat, there, to, 0, (int here, const char *from, int there, const char *to), (here, from, there, to))
PATHS(link, AT_FDCWD, to, 1, (const char *from, const char *to), (from, to))
PATHS(linkat, there, to, 1, (int here, const char *from, int there, const char *to, int flags), (here, from, there, to, flags))
PATHS(symlink, AT_FDCWD, to, 1, (const char *from, const char *to), (from, to))
PATHS(unlink, AT_FDCWD, path, 0, (const char *path), (path))
PATHS(unlinkat, folder, path, 0, (int folder, const char *path, int flags), (folder, path, flags))
PATHS(mkdir, AT_FDCWD, path, 1, (const char *path, mode_t mode), (path, mode))
PATHS(mkdirat, folder, path, 1, (int folder, const char *path, mode_t mode), (folder, path, mode))
PATHS(rmdir, AT_FDCWD, path, 0, (const char *path), (path))
PATHS(chmod, AT_FDCWD, path, 0, (const char *path, mode_t mode), (path, mode))
FILES(ssize_t, write, 1, data, size, (int fd, const void *data, size_t size), (fd, data, size))
FILES(ssize_t, pwrite64, 1, NULL, 0, (int fd, const void *data, size_t size, off64_t where), (fd, data, size, where))
FILES(int, ftruncate64, 1, NULL, 0, (int fd, off64_t size), (fd, size))
FILES(int, fchmod, 0, NULL, 0, (int fd, mode_t mode), (fd, mode))
FILES(int, fsync, 1, NULL, 0, (int fd), (fd))
FILES(int, fdatasync, 1, NULL, 0, (int fd), (fd))
