#pragma once

MCP_TOOL()
int add(int a, int b);

MCP_TOOL()
int multiply(int a, int b);
