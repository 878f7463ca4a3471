/* The port to a board with a Cortex-M3 and 64 KiB of memory, the Stellaris LM3S6965 evaluation board, without an operating
 * system: start, UART0 at 115200 bits a second, a clock, and the painted stack.
 *
 * Bytes are polled for, as only one request is in flight and QEMU loses none. On a board take an interrupt and a ring
 * buffer, or DMA, for what comes while an answer is on its way. */
#include "port.h"

#include <string.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define UART_DATA REGISTER(0x4000C000u)
#define UART_FLAGS REGISTER(0x4000C018u)
#define UART_BAUD_WHOLE REGISTER(0x4000C024u)
#define UART_BAUD_FRACTION REGISTER(0x4000C028u)
#define UART_LINE_CONTROL REGISTER(0x4000C02Cu)
#define UART_CONTROL REGISTER(0x4000C030u)
#define UART_INTERRUPTS REGISTER(0x4000C038u)
enum { RECEIVE_EMPTY = 1 << 4, TRANSMIT_FULL = 1 << 5, RECEIVED = 1 << 4 | 1 << 6, UART_INTERRUPT = 1 << 5 };

#define PORT_A_FUNCTION REGISTER(0x40004420u)
#define PORT_A_DIGITAL REGISTER(0x4000451Cu)
#define CLOCKS_1 REGISTER(0x400FE104u)
#define CLOCKS_2 REGISTER(0x400FE108u)

#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_RELOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define INTERRUPT_ON REGISTER(0xE000E100u)
#define INTERRUPT_OFF REGISTER(0xE000E180u)
#define RESET_CONTROL REGISTER(0xE000ED0Cu)

/* From the linker script. */
extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[], stack_limit[], stack_top[];

int main(void);

static volatile uint32_t rounds;

static void reset_handler(void)
{
    memcpy(data_start, data_load, (size_t)((char *)data_end - (char *)data_start));
    memset(bss_start, 0, (size_t)((char *)bss_end - (char *)bss_start));
    main();
    for (;;)
        ;
}

/* Says so, and starts anew: crivet sees noise, and a request without an answer. */
static void fault_handler(void)
{
    static const char text[] = "\r\nfault, starting anew\r\n";
    port_write((const uint8_t *)text, sizeof text - 1);
    RESET_CONTROL = 0x05FA0004u;
    for (;;)
        ;
}

static void systick_handler(void)
{
    rounds = rounds + 1;
}

struct vectors {
    uint32_t *stack;
    void (*handlers[15])(void);
};

__attribute__((section(".vectors"), used)) static const struct vectors VECTORS = {
    stack_top,
    {reset_handler, fault_handler, fault_handler, fault_handler, fault_handler, fault_handler, NULL, NULL, NULL, NULL,
     fault_handler, fault_handler, NULL, fault_handler, systick_handler},
};

enum { ROUND = 1 << 24 };

void port_start(void)
{
    CLOCKS_1 |= 1;
    CLOCKS_2 |= 1;
    PORT_A_FUNCTION |= 3;
    PORT_A_DIGITAL |= 3;
    UART_CONTROL = 0;
    UART_BAUD_WHOLE = 6; /* of 12 MHz */
    UART_BAUD_FRACTION = 33;
    UART_LINE_CONTROL = 3 << 5 | 1 << 4;
    UART_INTERRUPTS = RECEIVED;
    UART_CONTROL = 0x301;
    SYSTICK_RELOAD = ROUND - 1;

    static const char text[] = "crivet example, LM3S6965\r\n";
    port_write((const uint8_t *)text, sizeof text - 1);
}

int port_read(void)
{
    /* Sleeps until an interrupt is pending, and takes none: so none can slip in between the look and the sleep. */
    __asm__ volatile("cpsid i" ::: "memory");
    INTERRUPT_ON = UART_INTERRUPT;
    while (UART_FLAGS & RECEIVE_EMPTY)
        __asm__ volatile("wfi");
    INTERRUPT_OFF = UART_INTERRUPT;
    __asm__ volatile("cpsie i" ::: "memory");
    return (int)(UART_DATA & 0xff);
}

void port_write(const uint8_t *at, size_t size)
{
    for (; size > 0; size--, at++) {
        while (UART_FLAGS & TRANSMIT_FULL)
            ;
        UART_DATA = *at;
    }
}

void port_flush(void)
{
}

static const uint32_t PAINT = 0x5AFEC0DEu;
static uint32_t *top;

/* Paints what is below this function's own frame. */
__attribute__((noinline)) void port_measure_start(void)
{
    top = (uint32_t *)__builtin_frame_address(0);
    uint32_t *volatile end = top - 16;
    for (volatile uint32_t *word = stack_limit; word < end; word++)
        *word = PAINT;
    rounds = 0;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 7;
}

__attribute__((noinline)) void port_measure_end(struct port_cost *cost)
{
    uint32_t value = SYSTICK_VALUE;
    SYSTICK_CONTROL = 0;
    cost->cycles = (uint64_t)rounds * ROUND + (ROUND - 1 - value);
    const volatile uint32_t *word = stack_limit;
    while (word < top && *word == PAINT)
        word++;
    cost->stack = (uint32_t)((const char *)stack_top - (const char *)word);
}
