/* Hands a program the numbers of the file $DEAL_FILE where it draws random ones: a game number, then what it draws.
   A new game number starts over, and so does the end of the list. Only calls from $DEAL_PROGRAM itself count:
   the libraries under it go on drawing their own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long game = -1, taken;

static long next_number(void) {
  FILE *file = fopen(getenv("DEAL_FILE"), "r");
  long now = 0, number = 0, i;
  if (!file) return 0;
  if (fscanf(file, "%ld", &now) == 1 && now != game) { game = now; taken = 0; }
  for (i = 0; i <= taken; i++)
    if (fscanf(file, "%ld", &number) != 1) {
      rewind(file);
      if (fscanf(file, "%ld %ld", &now, &number) != 2) number = 0;
      taken = 0;
    }
  taken++;
  fclose(file);
  return number;
}

static int asked_by_program(void *from) {
  Dl_info info;
  const char *program = getenv("DEAL_PROGRAM");
  if (!program || !dladdr(from, &info) || !info.dli_fname) return 0;
  const char *name = strrchr(program, '/'), *caller = strrchr(info.dli_fname, '/');
  return !strcmp(name ? name : program, caller ? caller : info.dli_fname);
}

void srand(unsigned seed) { (void)seed; }

int rand(void) {
  static int (*own)(void);
  if (asked_by_program(__builtin_return_address(0))) return (int)next_number();
  if (!own) own = (int (*)(void))dlsym(RTLD_NEXT, "rand");
  return own();
}

int g_random_int_range(int begin, int end) {
  static int (*own)(int, int);
  if (asked_by_program(__builtin_return_address(0))) return (int)next_number();
  if (!own) own = (int (*)(int, int))dlsym(RTLD_NEXT, "g_random_int_range");
  return own(begin, end);
}

/* QRandomGenerator::_fillRange(void *begin, void *end), of 32-bit words */
void _ZN16QRandomGenerator10_fillRangeEPvS0_(void *self, void *begin, void *end) {
  static void (*own)(void *, void *, void *);
  if (asked_by_program(__builtin_return_address(0))) {
    for (unsigned *word = begin; word < (unsigned *)end; word++) *word = (unsigned)next_number();
    return;
  }
  if (!own) own = (void (*)(void *, void *, void *))dlsym(RTLD_NEXT, "_ZN16QRandomGenerator10_fillRangeEPvS0_");
  own(self, begin, end);
}
