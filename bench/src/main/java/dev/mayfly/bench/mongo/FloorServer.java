package dev.mayfly.bench.mongo;

import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.JavaProgram;
import dev.mayfly.storage.rocksdb.BareRocksDb;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A program: the least that a server with its data in RocksDB can do. It parses nothing but a
 * command's name, does one bare get or put, and sends an answer that was made before. What it costs
 * is what no server on this network and this storage goes below.
 */
public final class FloorServer {
  private static final int MESSAGE_BYTES_MAX = 48_000_000;

  private FloorServer() {}

  /**
   * Runs it in a process of its own.
   *
   * @param sync whether a put is on disk before it is answered
   * @param rows how many are there to be found
   */
  static ChildServer start(Path directory, boolean sync, int rows) throws IOException {
    return JavaProgram.start(
        FloorServer.class, directory.toString(), Boolean.toString(sync), Integer.toString(rows));
  }

  public static void main(String[] args) throws Exception {
    try (BareRocksDb rows =
        BareRocksDb.open(Path.of(args[0]), RocksDbOptions.MEMORY_BYTES_DEFAULT)) {
      FloorRows floor =
          new FloorRows(rows, Boolean.parseBoolean(args[1]), Integer.parseInt(args[2]));
      Channel listener =
          new ServerBootstrap()
              .group(new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory()))
              .channel(NioServerSocketChannel.class)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childHandler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                      channel.pipeline().addLast(frames(), new FloorConnection(floor));
                    }
                  })
              .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .sync()
              .channel();
      JavaProgram.ready(((InetSocketAddress) listener.localAddress()).getPort());
      // Until the process is ended.
      listener.closeFuture().sync();
    }
  }

  private static LengthFieldBasedFrameDecoder frames() {
    return new LengthFieldBasedFrameDecoder(
        ByteOrder.LITTLE_ENDIAN, MESSAGE_BYTES_MAX, 0, Integer.BYTES, -Integer.BYTES, 0, true);
  }
}
